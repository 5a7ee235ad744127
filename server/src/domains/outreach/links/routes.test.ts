import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createLinkBench, createTestLink, type LinkAgent, readTestLink } from '../../../testing/link-bench.ts'

const bench = await createLinkBench()
const { world } = bench
const agent = await bench.agent()
const inDays = (days: number) => new Date(world.now().getTime() + days * 86_400_000).toISOString()
const persona = async ({ api }: LinkAgent, body: object = {}): Promise<ReplyBody> =>
  assertStatus(await api.post('/personas', { name: 'Somebody', ...body }), 201)
const redeem = (of: LinkAgent, linkId: string, personaId: unknown) =>
  of.api.post(`/outreach-links/${linkId}/redeem`, { personaId })

test('a link has by default 25 uses and 14 days, and a URL with its code', async () => {
  const { id, code, url, ...link } = await createTestLink(agent)
  assert.match(code, /^[\w-]{20,}$/)
  assert.ok(url.endsWith(`/o/${code}`))
  assert.deepEqual(link, {
    bindingId: agent.bindingId,
    maxUses: 25,
    usesRemaining: 25,
    redemptionCount: 0,
    expiresAt: inDays(14),
    disabled: false,
    createdAt: inDays(0),
  })
  assert.deepEqual(await readTestLink(agent, id), { id, code, url, ...link })
})

test('links are listed newest first, only those of the agent', async () => {
  const own = await bench.agent()
  const made: string[] = []
  for (const label of ['one', 'two', 'three']) {
    world.advance(1000)
    made.unshift((await createTestLink(own, { label, maxUses: 500, expiresAt: inDays(30) })).id)
  }
  const { data } = assertStatus(await own.api.get('/outreach-links'), 200)
  assert.deepEqual(
    data.map(({ id, label }: ReplyBody) => [id, label]),
    [
      [made[0], 'three'],
      [made[1], 'two'],
      [made[2], 'one'],
    ],
  )
})

test('an invalid body returns 400, names the field, and creates nothing', async () => {
  const other = await bench.agent()
  const { data } = assertStatus(await agent.api.get('/channels'), 200)
  const webchat = data.find(({ channel }: ReplyBody) => channel === 'webchat').id
  const misfits: [field: string, body: object][] = [
    ['bindingId', { bindingId: undefined }],
    ['bindingId', { bindingId: 'chn_unknown' }],
    ['bindingId', { bindingId: webchat }],
    ['bindingId', { bindingId: other.bindingId }],
    ['maxUses', { maxUses: 0 }],
    ['maxUses', { maxUses: 501 }],
    ['maxUses', { maxUses: 1.5 }],
    ['maxUses', { maxUses: 'many' }],
    ['expiresAt', { expiresAt: inDays(30.01) }],
    ['expiresAt', { expiresAt: inDays(-0.01) }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['label', { label: 'x'.repeat(201) }],
    ['code', { code: 'mine' }],
  ]
  const before = assertStatus(await agent.api.get('/outreach-links'), 200)
  for (const [field, body] of misfits) {
    const reply = await agent.api.post('/outreach-links', { bindingId: agent.bindingId, ...body })
    assertProblem(reply, 400, 'request.malformed', field)
  }
  assert.deepEqual(assertStatus(await agent.api.get('/outreach-links'), 200), before)
})

test('PATCH accepts only the disabled flag; DELETE deletes the link', async () => {
  const { id } = await createTestLink(agent)
  const path = `/outreach-links/${id}`
  assert.equal(assertStatus(await agent.api.patch(path, { disabled: true }), 200).disabled, true)
  for (const body of [{}, { disabled: 'yes' }, { disabled: true, label: 'other' }, { maxUses: 3 }])
    assertProblem(await agent.api.patch(path, body), 400, 'request.malformed')
  assert.equal((await readTestLink(agent, id)).disabled, true)
  assert.equal(assertStatus(await agent.api.patch(path, { disabled: false }), 200).disabled, false)
  assertStatus(await agent.api.del(path), 204)
  assertProblem(await agent.api.del(path), 404, 'resource.not_found')
  assertProblem(await agent.api.patch(path, { disabled: true }), 404, 'resource.not_found')
})

test('deleting a binding pauses its links, including paused ones; resumed links start no conversations', async () => {
  const own = await bench.agent()
  const [going, paused] = [await createTestLink(own), await createTestLink(own)]
  assertStatus(await own.api.patch(`/outreach-links/${paused.id}`, { disabled: true }), 200)
  assertStatus(await own.api.del(`/channels/${own.bindingId}`), 204)
  for (const { id } of [going, paused]) {
    const { disabled, disabledReason } = await readTestLink(own, id)
    assert.deepEqual([disabled, disabledReason], [true, 'binding_deleted'])
  }
  const resumed = assertStatus(await own.api.patch(`/outreach-links/${going.id}`, { disabled: false }), 200)
  assert.deepEqual([resumed.disabled, resumed.disabledReason], [false, undefined])
  const { id: personaId } = await persona(own)
  assertProblem(await redeem(own, going.id, personaId), 409, 'agent.outreach_link.unavailable')
  assert.equal((await bench.page(going.code)).status, 404)
  // A rebound channel has a new id: links of the old binding stay closed.
  await own.bind('rcs')
  assertProblem(await redeem(own, going.id, personaId), 409, 'agent.outreach_link.unavailable')
})

test('redeeming for a persona adds the opening message to its turns and consumes no use', async () => {
  const { id } = await createTestLink(agent, { maxUses: 1 })
  const somebody = await persona(agent)
  for (const count of [1, 2]) {
    const answer = assertStatus(await redeem(agent, id, somebody.id), 202)
    assert.deepEqual(answer, { status: 'queued', personaId: somebody.id, userId: somebody.userId })
    const { data } = assertStatus(await agent.api.get(`/personas/${somebody.id}/turns`), 200)
    assert.equal(data.length, count)
    assert.match(data.at(-1).messages[0].text, /^Hello, this is Harbour\..* How can I help you\?$/)
  }
  const { usesRemaining, redemptionCount } = await readTestLink(agent, id)
  assert.deepEqual([usesRemaining, redemptionCount], [1, 0])
  const { rows } = await bench.pool.query('select state from runtime_conversations where asid = $1', [somebody.userId])
  const { opened } = rows[0].state
  const { data: playbooks } = assertStatus(await agent.api.get('/playbooks'), 200)
  assert.equal(opened.playbookId, playbooks.find(({ isDefault }: ReplyBody) => isDefault).id)
})

test('redeeming returns 404 for a missing link and 409 with the reason for an unusable one', async () => {
  const other = await bench.agent()
  const [link, foreign] = [await createTestLink(agent), await createTestLink(other)]
  const { id: personaId } = await persona(agent)
  const unavailable = async (linkId: string, reason: RegExp, who = personaId) => {
    const reply = await redeem(agent, linkId, who)
    assertProblem(reply, 409, 'agent.outreach_link.unavailable')
    assert.match(reply.body.detail, reason)
  }
  assertProblem(await redeem(agent, link.id, 'psn_unknown'), 404, 'agent.persona.not_found')
  assertProblem(await redeem(agent, 'lnk_unknown', personaId), 404, 'resource.not_found')
  assertProblem(await redeem(agent, foreign.id, personaId), 404, 'resource.not_found')
  assertProblem(await redeem(agent, link.id, undefined), 400, 'request.malformed', 'personaId')
  await unavailable(link.id, /not on rcs/, (await persona(agent, { channel: 'sms' })).id)

  assertStatus(await agent.api.patch(`/outreach-links/${link.id}`, { disabled: true }), 200)
  await unavailable(link.id, /paused/)
  assertStatus(await agent.api.patch(`/outreach-links/${link.id}`, { disabled: false }), 200)
  assertStatus(await redeem(agent, link.id, personaId), 202)

  const short = await createTestLink(agent, { expiresAt: inDays(1 / 86_400) })
  const single = await createTestLink(agent, { maxUses: 1 })
  assert.equal((await bench.page(single.code, '+12025550199')).status, 200)
  await unavailable(single.id, /used up/)
  world.advance(2000)
  await unavailable(short.id, /expired/)

  const stopped = await persona(agent)
  assertStatus(await agent.api.post(`/personas/${stopped.id}/turns`, { turn: { system: 'optOut' } }), 200)
  await unavailable(link.id, /opted out/, stopped.id)
  const deletedPersona = await persona(agent)
  await bench.pool.query('delete from sandbox_people where asid = $1', [deletedPersona.userId])
  assertProblem(await redeem(agent, link.id, deletedPersona.id), 409, 'agent.persona.unavailable')
})

test('a viewer can only read links', async () => {
  const { id } = await createTestLink(agent)
  const org = { id: agent.api.orgId, path: `/orgs/${agent.api.orgId}`, api: agent.api.client }
  const { token = '' } = await bench.server.member(org, 'viewer')
  const viewer = agent.api.by(agent.api.client.as(token))
  assertStatus(await viewer.get('/outreach-links'), 200)
  assertProblem(await viewer.post('/outreach-links', { bindingId: agent.bindingId }), 403, 'auth.forbidden')
  assertProblem(await viewer.patch(`/outreach-links/${id}`, { disabled: true }), 403, 'auth.forbidden')
  assertProblem(await viewer.del(`/outreach-links/${id}`), 403, 'auth.forbidden')
  assertProblem(await viewer.post(`/outreach-links/${id}/redeem`, { personaId: 'x' }), 403, 'auth.forbidden')
})

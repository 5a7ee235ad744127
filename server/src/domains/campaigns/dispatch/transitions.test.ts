import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CampaignAgent, closedWindow, createCampaignsBench } from '../../../testing/campaigns-bench.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { openGoogleRbm } from '../../../testing/outreach-bench.ts'

/** Operator actions on a running campaign, and dependencies that are removed meanwhile. */

const google = await openGoogleRbm()
const bench = await createCampaignsBench({ config: { channelApis: google.apis, batchRates: { 'google-rbm': 25 } } })
const { world, work } = bench
const { pool } = bench.server.database
const agent = await bench.agent()
const { api, consentingPeople, createStagedCampaign, command, readCampaign, outcomes, assertAddsUp } = agent
const outreachId = await agent.outreach('News')

/**
 * More than are sent in the two seconds for which rate slots are reserved ahead: the campaign stops midway until the
 * clock advances.
 */
const many = 80
const claimedOf = async (id: string): Promise<number> =>
  (await pool.query('select claimed_count from campaigns where id = $1', [id])).rows[0].claimed_count

/** Transitions the campaign as soon as its first message was sent; returns how many sends were claimed by then. */
function onceItSends(own: CampaignAgent, id: string, verb: string): () => Promise<number> {
  let moved: Promise<number> | undefined
  const move = async () => {
    await own.command(id, verb)
    return claimedOf(id)
  }
  google.behavior.acceptMessage = () => {
    moved ??= move()
    return {}
  }
  return () => moved ?? assert.fail('nothing was sent')
}

async function large() {
  const own = await bench.agent(google.binding)
  const people = await own.importPeople(Array.from({ length: many }, () => ({})))
  const numbers = new Set(people.map(({ address }) => address))
  const id = await own.createStagedCampaign(people, { outreachId: await own.outreach('News') })
  const sentNumbers = () => google.received.flatMap(({ to }) => (numbers.has(to) ? [to] : []))
  await own.command(id, 'start')
  return { own, id, sentNumbers, numbers: [...numbers].sort() }
}

test('a paused campaign sends only what was already claimed; resumed, it continues exactly where it stopped', async () => {
  const { own, id, sentNumbers, numbers } = await large()
  const paused = onceItSends(own, id, 'pause')
  await work()
  const claimed = await paused()
  delete google.behavior.acceptMessage
  const { status, counts } = await own.assertAddsUp(id)
  assert.deepEqual([status, counts.sent, sentNumbers().length], ['paused', claimed, claimed])
  assert.ok(claimed < many)
  await own.after(60 * 24 * 3)
  assert.equal(sentNumbers().length, claimed, 'nothing leaves while it is paused')
  await own.command(id, 'resume')
  for (const _ of [1, 2, 3]) {
    await work()
    world.advance(5000)
  }
  assert.deepEqual([(await own.assertAddsUp(id)).status, sentNumbers().sort()], ['completed', numbers])
  assert.deepEqual(await own.transitions(id), ['draft staged', 'staged running', 'running paused', 'paused running', 'running completed']) // biome-ignore format: one line
})

test('a campaign cancelled while running keeps its sends, and all other recipients are cancelled permanently', async () => {
  const { own, id, sentNumbers } = await large()
  const cancelled = onceItSends(own, id, 'cancel')
  await work()
  const claimed = await cancelled()
  delete google.behavior.acceptMessage
  const { status, counts } = await own.assertAddsUp(id)
  assert.deepEqual([status, counts.sent, counts.cancelled], ['cancelled', claimed, many - claimed])
  for (const verb of ['start', 'pause', 'resume', 'cancel', 'stage'])
    assertProblem(await own.sendCommand(id, verb), 409, 'agent.campaign.immutable')
  await own.after(60 * 24 * 3)
  assert.equal(sentNumbers().length, claimed)
})

/** Three recipients, one of whom is in a conversation and therefore held back. */
async function withOneHeld() {
  const people = await consentingPeople(3)
  const [talking] = people
  const id = await createStagedCampaign(people, { outreachId })
  await talking?.phone.sendText('Hello?')
  world.advance(5000)
  await command(id, 'start')
  await work()
  const countNews = async () => ((await talking?.phone.readTexts()) ?? []).filter((text) => text === 'News').length
  const state = async () => (await outcomes(id)).get(talking?.id ?? '')
  assert.deepEqual([await state(), await countNews()], ['queued in-conversation', 0])
  return { id, countNews, state }
}

test('a pause keeps held recipients on hold, and they receive the message after the resume', async () => {
  const { id, countNews, state } = await withOneHeld()
  await command(id, 'pause')
  await agent.after(60)
  assert.deepEqual([(await state())?.split(' ')[0], await countNews()], ['queued', 0])
  await command(id, 'resume')
  await work()
  assert.deepEqual([await state(), await countNews()], ['sent', 1])
  await agent.after(1)
  assert.equal((await assertAddsUp(id)).status, 'completed')
})

test('a recipient who is still in conversation at the resume stays on hold', async () => {
  const { id, countNews, state } = await withOneHeld()
  await command(id, 'pause')
  await agent.after(10)
  await command(id, 'resume')
  await work()
  assert.deepEqual([await state(), await countNews()], ['queued in-conversation', 0])
  await agent.after(20)
  assert.deepEqual([await state(), await countNews()], ['sent', 1])
})

for (const verbs of [['cancel'], ['pause', 'cancel']]) {
  test(`${verbs.join(' and ')}: held recipients are cancelled too, and one event is published`, async () => {
    const { id, countNews, state } = await withOneHeld()
    for (const verb of verbs) await command(id, verb)
    const { status, counts } = await assertAddsUp(id)
    assert.deepEqual([status, counts.sent, counts.cancelled], ['cancelled', 2, 1])
    await agent.after(60)
    assert.deepEqual([await state(), await countNews()], ['cancelled', 0])
    const { data } = await agent.recipients(id, 'state=cancelled')
    assert.deepEqual(await agent.publishedStates(data[0].sendId), ['cancelled'])
  })
}

test('a campaign cancelled before its first send has no sends', async () => {
  const id = await createStagedCampaign(await consentingPeople(2), { outreachId, sendWindow: closedWindow })
  await command(id, 'start')
  await work()
  await command(id, 'cancel')
  await agent.after(60 * 12)
  const { status, counts } = await assertAddsUp(id)
  assert.deepEqual([status, counts.cancelled, await claimedOf(id)], ['cancelled', 2, 0])
})

test('three concurrent start requests start a campaign once', async () => {
  const people = await consentingPeople(4)
  const id = await createStagedCampaign(people, { outreachId })
  world.advance(5000)
  const replies = await Promise.all([1, 2, 3].map(() => api.post(`/campaigns/${id}/start`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409])
  await work()
  assert.equal((await assertAddsUp(id)).counts.sent, 4)
  for (const { phone } of people) assert.deepEqual(await phone.readTexts(), ['News'])
  assert.deepEqual(await agent.transitions(id), ['draft staged', 'staged running', 'running completed'])
})

test('repeated pauses and resumes while a campaign sends cause no duplicate message', async () => {
  const { own, id, sentNumbers, numbers } = await large()
  let moves: Promise<unknown> = Promise.resolve()
  let turnCount = 0
  google.behavior.acceptMessage = () => {
    const verb = ['pause', 'resume'][Math.floor(turnCount++ / 7) % 2] as string
    moves = moves.then(() => own.api.post(`/campaigns/${id}/${verb}`))
    return {}
  }
  await work()
  delete google.behavior.acceptMessage
  await moves
  if ((await own.readCampaign(id)).status === 'paused') await own.command(id, 'resume')
  for (const _ of [1, 2, 3]) {
    await work()
    world.advance(5000)
  }
  assert.deepEqual([(await own.assertAddsUp(id)).status, sentNumbers().sort()], ['completed', numbers])
})

test('a campaign waits while its Outreach is disabled and continues as soon as it is enabled', async () => {
  const outreachId = await agent.outreach('News')
  const id = await createStagedCampaign(await consentingPeople(2), { outreachId })
  assertStatus(await api.patch(`/outreach/${outreachId}`, { enabled: false }), 200)
  world.advance(5000)
  await command(id, 'start')
  await agent.after(60)
  const { status, waiting, counts } = await assertAddsUp(id)
  assert.deepEqual([status, waiting, counts.queued], ['running', { reason: 'outreach_disabled' }, 2])
  assertStatus(await api.patch(`/outreach/${outreachId}`, { enabled: true }), 200)
  await work()
  assert.deepEqual([(await assertAddsUp(id)).status, (await readCampaign(id)).counts.sent], ['completed', 2])
})

test('a recipient held while the Outreach is disabled receives the message when it is enabled again', async () => {
  const { id, countNews, state } = await withOneHeld()
  assertStatus(await api.patch(`/outreach/${outreachId}`, { enabled: false }), 200)
  await agent.after(60)
  await agent.after(0.1)
  const { status, waiting } = await readCampaign(id)
  assert.deepEqual([(await state())?.split(' ')[0], await countNews()], ['queued', 0])
  assert.deepEqual([status, waiting], ['running', { reason: 'outreach_disabled' }])
  assertStatus(await api.patch(`/outreach/${outreachId}`, { enabled: true }), 200)
  await agent.after(2)
  assert.deepEqual([await state(), await countNews()], ['sent', 1])
})

test('a campaign waits while its binding is disabled; a deleted binding fails the campaign and cancels the remaining recipients', async () => {
  const own = await bench.agent()
  const outreachId = await own.outreach('News')
  const people = await own.consentingPeople(3)
  const first = await own.createStagedCampaign(people, { outreachId })
  await own.verb('rcs', '_disable')
  await own.command(first, 'start')
  await own.after(10)
  const { status, waiting } = await own.assertAddsUp(first)
  assert.deepEqual([status, waiting], ['running', { reason: 'binding_disabled' }])
  await own.verb('rcs', '_enable')
  await own.after(2)
  assert.deepEqual((await own.assertAddsUp(first)).counts.sent, 3)

  const second = await own.createStagedCampaign(people, { outreachId, sendWindow: closedWindow })
  await own.command(second, 'start')
  await work()
  await own.unbind('rcs')
  await work()
  const failed = await own.assertAddsUp(second)
  assert.deepEqual([failed.status, failed.counts.cancelled, failed.counts.sent], ['failed', 3, 0])
  assert.equal(failed.detail, 'The agent is no longer bound to rcs')
  assert.deepEqual((await own.transitions(second)).at(-1), 'running failed')
  for (const { phone } of people) assert.deepEqual(await phone.readTexts(), ['News'])
})

test('a binding that is deleted while a recipient is held fails the campaign too', async () => {
  const own = await bench.agent()
  const people = await own.consentingPeople(2)
  const id = await own.createStagedCampaign(people, { outreachId: await own.outreach('News') })
  await people[0]?.phone.sendText('Hello?')
  await own.command(id, 'start')
  await work()
  await own.after(0.1)
  const { waiting, counts } = await own.assertAddsUp(id)
  assert.deepEqual([waiting?.reason, counts.sent, counts.queued], ['in-conversation', 1, 1])
  await own.unbind('rcs')
  await own.after(1)
  const failed = await own.assertAddsUp(id)
  assert.deepEqual([failed.status, failed.counts.sent, failed.counts.cancelled], ['failed', 1, 1])
})

test('deleting an agent deletes its running campaigns', async () => {
  const own = await bench.agent()
  const people = await own.consentingPeople(2)
  const id = await own.createStagedCampaign(people, {
    outreachId: await own.outreach('News'),
    sendWindow: closedWindow,
  })
  await own.command(id, 'start')
  await work()
  assertStatus(await own.api.del(''), 204)
  await agent.after(60 * 12)
  const { rows }: { rows: ReplyBody[] } = await pool.query('select status from campaigns where id = $1', [id])
  assert.deepEqual(rows, [])
})

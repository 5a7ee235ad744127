import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAssistant } from '../testing/assistant.ts'
import { createCampaignsBench } from '../testing/campaigns-bench.ts'
import { assertStatus, type ReplyBody } from '../testing/client.ts'

/** Actions that message people or replace much data require a preview first. */

const bench = await createCampaignsBench()
const { world, server } = bench
const agent = await bench.agent()
const assistant = createAssistant(server, agent.api.client)
const call = (name: string, args: object) => assistant.call(name, { agent: agent.api.id, ...args })
const done = async (name: string, args: object): Promise<ReplyBody> => {
  const { isError, content } = await call(name, args)
  assert.ok(!isError, JSON.stringify(content))
  return content
}
const sends = async (personId: string): Promise<ReplyBody[]> =>
  assertStatus(await agent.api.get(`/outreach/sends?personId=${personId}`), 200).data

test('a send requires a dry run and then goes out once', async () => {
  const outreachId = await agent.outreach('Hi {person.firstName|there}, your berth is free.')
  const { id: personId } = await agent.createPerson()
  const args = { outreachId, recipient: { personId } }

  const dry = await done('send_outreach', args)
  assert.deepEqual([dry.dryRun, dry.wouldSend, dry.personId], [true, true, personId])
  assert.match(JSON.stringify(dry.opening), /your berth is free/)
  assert.match(dry.next, /dryRun: false/)
  assert.deepEqual(await sends(personId), [])

  for (const given of [{}, { confirm: 'yes' }, { confirm: `${dry.confirm}x` }, { confirm: 7 }]) {
    const { isError, content } = await call('send_outreach', { ...args, dryRun: false, ...given })
    assert.ok(isError && /Nothing was done/.test(content.message), JSON.stringify(content))
  }
  assert.equal((await done('send_outreach', { ...args, confirm: dry.confirm })).dryRun, true, 'a dry run by default')
  assert.deepEqual(await sends(personId), [])

  const confirmed = { ...args, dryRun: false, confirm: dry.confirm }
  assert.equal((await done('send_outreach', confirmed)).status, 'queued')
  assert.equal((await done('send_outreach', confirmed)).status, 'duplicate')
  assert.equal((await sends(personId)).length, 1)
})

test('a confirmation is valid only for the content shown, for the caller it was shown to, and for some minutes', async () => {
  const outreachId = await agent.outreach()
  const [one, other] = [await agent.createPerson(), await agent.createPerson()]
  const sendArgs = { outreachId, recipient: { personId: one.id }, dryRun: false }
  const { confirm } = await done('send_outreach', { ...sendArgs, dryRun: true })
  const refused = async (args: object, as = assistant) => {
    const { isError, content } = await as.call('send_outreach', { agent: agent.api.id, ...sendArgs, confirm, ...args })
    assert.ok(isError, JSON.stringify(content))
  }
  await refused({ recipient: { personId: other.id } })
  await refused({ outreachId: await agent.outreach() })
  await refused({ inputs: { plan: 'plus' } })
  const org = { id: agent.api.orgId, path: `/orgs/${agent.api.orgId}`, api: agent.api.client }
  await refused({}, createAssistant(server, await server.key(org, ['people:write', 'agents:read'])))
  world.advance(16 * 60_000)
  await refused({})
  assert.deepEqual([...(await sends(one.id)), ...(await sends(other.id))], [])
})

test('a send is refused if its Outreach changed after the dry run', async () => {
  const outreachId = await agent.outreach('Hi, your berth is free.')
  const { openerTemplateId } = assertStatus(await agent.api.get(`/outreach/${outreachId}`), 200)
  const { id: personId } = await agent.createPerson()
  const rewrites = (body: string) => agent.api.patch(`/message-templates/${openerTemplateId}`, { body })
  for (const recipient of [{ personId }, { channel: 'rcs', address: '+4915112345678' }]) {
    const args = { outreachId, recipient }
    const { confirm } = await done('send_outreach', args)
    assertStatus(await rewrites(`Hi, your berth is gone, ${Object.keys(recipient)}.`), 200)
    const late = await call('send_outreach', { ...args, dryRun: false, confirm })
    assert.ok(late.isError && /something changed/.test(late.content.message), JSON.stringify(late.content))
  }
  assert.deepEqual(await sends(personId), [])
})

test('the dry run of a send that would be refused gives the reason and no confirmation', async () => {
  const outreachId = await agent.outreach()
  const { id: personId } = await agent.createPerson()
  assertStatus(await agent.api.put(`/people/${personId}/consent`, { status: 'denied' }), 200)
  const { isError, content } = await call('send_outreach', { outreachId, recipient: { personId } })
  assert.deepEqual([isError, content.code, content.confirm], [true, 'agent.outreach.consent_denied', undefined])
})

test('a read-only caller gets the dry run and cannot send', async () => {
  const reader = createAssistant(server, agent.api.client, { query: `?readOnly=true&agent=${agent.api.id}` })
  const args = { outreachId: await agent.outreach(), recipient: { personId: (await agent.createPerson()).id } }
  const dry = await reader.call('send_outreach', args)
  assert.deepEqual([dry.isError, dry.content.wouldSend, dry.content.confirm], [false, true, undefined])
  const { confirm } = await done('send_outreach', args)
  assert.ok((await reader.call('send_outreach', { ...args, dryRun: false, confirm })).isError)
  assert.ok((await reader.call('start_campaign', { campaignId: 'cmp_none' })).isError)
  assert.deepEqual(await sends(args.recipient.personId), [])
})

test('an import shows the changes and applies exactly those', async () => {
  const template = (id: string, body: string) => ({ id, name: id, body })
  assertStatus(await agent.api.post('/message-templates', template('farewell', 'Goodbye.')), 201)
  const { messageTemplates, exportVersion } = (await done('export_agent', { sections: ['messageTemplates'] })).document
  const remaining = messageTemplates.filter(({ id }: ReplyBody) => id !== 'farewell')
  const changed = remaining.map((one: ReplyBody, at: number) => (at === 0 ? { ...one, body: 'Changed.' } : one))
  const document = {
    exportVersion,
    messageTemplates: [...changed, template('welcome', 'Hello.')],
    standingInstructions: ['Be brief.'],
  }
  const look = await done('import_agent', { document })
  assert.deepEqual(look.wouldReplace.sort(), ['messageTemplates', 'standingInstructions'])
  const [templates, instructions] = ['messageTemplates', 'standingInstructions'].map((name) =>
    look.changes.find(({ section }: ReplyBody) => section === name),
  )
  assert.deepEqual(templates, {
    section: 'messageTemplates',
    added: ['welcome'],
    removed: ['farewell'],
    changed: [remaining[0].id],
  })
  assert.deepEqual(instructions.after, ['Be brief.'])

  assertStatus(
    await agent.api.put('/standing-instructions', { standingInstructions: ['Somebody else was here.'] }),
    200,
  )
  const late = await call('import_agent', { document, confirm: look.confirm })
  assert.ok(late.isError && /something changed/.test(late.content.message))

  const { confirm } = await done('import_agent', { document })
  const imported = await done('import_agent', { document, confirm })
  assert.deepEqual(imported.applied.sort(), look.wouldReplace)
  const after = await done('read_section', { section: 'standing-instructions' })
  assert.deepEqual(after.data, ['Be brief.'])
})

test('a document that cannot be imported gets no confirmation', async () => {
  const { isError, content } = await call('import_agent', { document: { exportVersion: 1, playbooks: 'none' } })
  assert.ok(isError && content.confirm === undefined, JSON.stringify(content))
})

test('a second call starts a campaign, and only as it was staged', async () => {
  const outreachId = await agent.outreach()
  const people = [await agent.createPerson(), await agent.createPerson()]
  for (const { id } of people) assertStatus(await agent.api.put(`/people/${id}/consent`, { status: 'granted' }), 200)
  const made = { name: 'Spring', outreachId, audience: { personIds: people.map(({ id }) => id) } }
  const { id: campaignId } = assertStatus(await agent.api.post('/campaigns', made), 201)
  const early = await call('start_campaign', { campaignId })
  assert.ok(early.isError && /draft/.test(early.content.message))

  assertStatus(await agent.sendCommand(campaignId, 'stage'), 200)
  const look = await done('start_campaign', { campaignId })
  assert.equal(look.counts.total, 2)
  world.advance(60_000)
  assertStatus(await agent.sendCommand(campaignId, 'stage'), 200)
  assert.ok((await call('start_campaign', { campaignId, confirm: look.confirm })).isError, 'it was staged again')

  const { confirm } = await done('start_campaign', { campaignId })
  assert.equal((await done('read_campaign', { campaignId, view: 'campaign' })).status, 'staged')
  assert.equal((await done('start_campaign', { campaignId, confirm })).status, 'running')
  assert.equal((await done('pause_campaign', { campaignId })).status, 'paused')
  assert.equal((await done('cancel_campaign', { campaignId })).status, 'cancelled')
})

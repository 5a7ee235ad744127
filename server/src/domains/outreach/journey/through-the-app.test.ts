import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { stopList } from '../../people/index.ts'

/** The journey integration with the real decisions of named sends. */

const world = stillWorld('2030-05-01T10:00:00Z')
const server = await createTestApp({ world })
const agent = await createTestAgent(server)
const opener = { id: 'opener', name: 'Opener', body: 'Order {person.customFields.order}.' }
assertStatus(await agent.post('/message-templates', opener), 201)
assertStatus(await agent.put('/people-fields', { fields: [{ key: 'order', type: 'string' }] }), 200)
for (const id of ['spring', 'autumn'])
  assertStatus(await agent.post('/outreach', { id, name: id, openerTemplateId: 'opener' }), 201)

let made = 0
const newPhone = () => `+1202555${String(1000 + ++made)}`
const newStep = () => ({ versionId: 'v', nodeId: 'n', instanceId: `i${++made}` })
const send = (body: object, outreach = 'spring') =>
  agent.post(`/integrations/journey/outreach/${outreach}/sends`, { inputs: { order: 7 }, ...body })
const outcomeOf = async (body: object, outreach?: string): Promise<ReplyBody> =>
  assertStatus(await send(body, outreach), 200)

test('a journey send is a named send: the Person gets the source journey, the phone and the other profile data', async () => {
  const profile = { phone: newPhone(), id: 'external-77', firstName: 'Ann', lastName: '', email: 'ann@example.com' }
  const consent = { sms: 'Y' }
  const outcome = await outcomeOf({ profile, consent, journey: newStep(), inputs: { order: 7, odd: true } })
  assert.deepEqual([outcome.outcome, outcome.idempotency, outcome.unknownInputs], ['queued', 'journey', ['odd']])
  const person = assertStatus(await agent.get(`/people/${outcome.personId}`), 200)
  assert.deepEqual([person.source, person.phone, person.firstName], ['journey', profile.phone, 'Ann'])
  assert.deepEqual(person.customFields, { order: '7', odd: 'true' })
  const record = assertStatus(await agent.get(`/outreach/sends/${outcome.sendId}`), 200)
  assert.deepEqual([record.origin, record.outreachId, record.channel], ['named', 'spring', 'rcs'])
  assert.deepEqual(
    [record.consent.claimed, record.consent.evidence],
    ['yes', 'The journey platform sent consent.sms Y'],
  )
  assert.ok(!JSON.stringify([person, record]).includes(profile.id), 'the id of the profile is not stored')
  const status = assertStatus(await agent.get(`/integrations/journey/sends/${outcome.sendId}`), 200)
  assert.deepEqual(status, {
    ...{ sendId: outcome.sendId, state: 'queued', reason: '', reachable: true, delivered: false, read: false },
    ...{ replied: false, final: false, nextAttemptAt: '' },
  })
})

test('a step sends once for each entry and Outreach; without these ids the profile is reached once per UTC day', async () => {
  const [profile, journey] = [{ phone: newPhone() }, newStep()]
  const first = await outcomeOf({ profile, journey })
  const again = await outcomeOf({ profile, journey })
  assert.deepEqual([again.outcome, again.sendId, again.personId], ['duplicate', first.sendId, first.personId])
  assert.equal((await outcomeOf({ profile, journey }, 'autumn')).outcome, 'queued')
  assert.equal((await outcomeOf({ profile, journey: newStep() })).outcome, 'queued')
  const derived = await outcomeOf({ profile })
  assert.deepEqual([derived.outcome, derived.idempotency], ['queued', 'derived'])
  assert.equal((await outcomeOf({ profile })).sendId, derived.sendId)
  world.advance(24 * 3_600_000)
  assert.equal((await outcomeOf({ profile })).outcome, 'queued')
})

test('a refusal is an outcome and writes nothing', async () => {
  const [stopped, denied] = [newPhone(), newPhone()]
  const { rows } = await server.database.pool.query('select agent_key from agents where id = $1', [agent.id])
  const key = { key: Number(rows[0].agent_key), id: agent.id, orgId: agent.orgId }
  await stopList.optOut(server.database.db, key, { channel: 'rcs', address: stopped }, world)
  const { personId } = await outcomeOf({ profile: { phone: denied } })
  assertStatus(await agent.put(`/people/${personId}/consent`, { status: 'denied' }), 200)
  const before = await everything()
  const refusals: [reason: string, body: object][] = [
    ['opted_out', { profile: { phone: stopped, firstName: 'No' }, consent: { sms: 'y' } }],
    ['declined', { profile: { phone: newPhone() }, consent: { sms: 'n' } }],
    ['declined', { profile: { phone: newPhone() }, consent: { sms: 'N' }, dryRun: 'true' }],
    ['consent_denied', { profile: { phone: denied, firstName: 'No' }, consent: { sms: 'y' } }],
    ['missing_inputs', { profile: { phone: newPhone() }, inputs: { order: '' } }],
  ]
  for (const [reason, body] of refusals) {
    const outcome = await outcomeOf({ journey: newStep(), ...body })
    assert.deepEqual([outcome.outcome, outcome.reason, outcome.sendId, outcome.personId], ['refused', reason, '', ''])
    if (reason === 'missing_inputs') assert.match(outcome.detail, /order/)
  }
  const dry = await outcomeOf({ profile: { phone: newPhone() }, dryRun: true })
  assert.deepEqual([dry.outcome, dry.sendId, dry.personId], ['skipped', '', ''])
  assert.deepEqual(await everything(), before)
})

const everything = async () =>
  Promise.all(['/people', '/outreach/sends'].map(async (path) => assertStatus(await agent.get(path), 200)))

test('a rehearsal opens in the conversation of its persona and reaches no real person', async () => {
  const persona = assertStatus(await agent.post('/personas', { name: 'Somebody' }), 201)
  const before = await everything()
  const emulator = { personaId: persona.id }
  const outcome = await outcomeOf({ profile: { phone: '', firstName: null }, emulator, journey: newStep() })
  assert.equal(outcome.outcome, 'queued')
  const { state, final } = assertStatus(await agent.get(`/integrations/journey/sends/${outcome.sendId}`), 200)
  assert.deepEqual([state, final], ['sent', true])
  assert.match((await agent.get(`/personas/${persona.id}/turns`)).text, /Order 7\./)
  assertProblem(await send({ emulator: { personaId: 'ghost' } }), 400, 'request.invalid', 'emulator.personaId')
  assert.deepEqual(await everything(), before)
})

test('an unknown or disabled Outreach returns 404, and so does the status of an unknown send', async () => {
  const live = { profile: { phone: newPhone() } }
  assertStatus(await agent.patch('/outreach/autumn', { enabled: false }), 200)
  for (const outreach of ['ghost', 'autumn']) assertProblem(await send(live, outreach), 404, 'agent.outreach.not_found')
  const definition = await agent.get('/integrations/journey/outreach/autumn/action-definition')
  assert.match(assertStatus(definition, 200).runbook[0], /^Warning/)
  assertProblem(await agent.get('/integrations/journey/sends?sendId=ghost'), 404, 'resource.not_found')
})

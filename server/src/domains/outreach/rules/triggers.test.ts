import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../../testing/client.ts'
import { importCsv } from '../../../testing/people-imports.ts'
import { createRulesBench, type RulesAgent } from '../../../testing/rules-bench.ts'

const bench = await createRulesBench()
const { world } = bench
const minute = 60_000

const events = {
  created: 'person.created',
  status: 'person.statusChanged',
  field: 'person.fieldChanged',
  booked: 'appointment.booked',
  cancelled: 'appointment.cancelled',
  ended: 'conversation.ended',
}
const names = Object.keys(events)

async function ruleForEach(agent: RulesAgent): Promise<void> {
  for (const [id, event] of Object.entries(events)) await agent.rule(event, { id })
}

/** The rules whose rows wait for a person. */
async function triggered(agent: RulesAgent, personId: string): Promise<string[]> {
  const states = await Promise.all(names.map((id) => agent.readState(id, personId)))
  return names.filter((_, at) => states[at] === 'waiting')
}

async function book(agent: RulesAgent, personId: string, hours: number): Promise<string> {
  const startUtc = new Date(world.now().getTime() + hours * 60 * minute).toISOString()
  const { id } = assertStatus(await agent.api.post(`/people/${personId}/appointments`, { startUtc }), 201)
  return `/people/${personId}/appointments/${id}`
}

test('each event triggers the rules that subscribe to it, and no others', async () => {
  const agent = await bench.agent({})
  const { api } = agent
  const [a, b, c, d, e, f] = await Promise.all(
    Array.from({ length: 6 }, () => agent.person({ customFields: { n: '1' } })),
  )
  const [moved, cancelled] = [await book(agent, c as string, 24), await book(agent, d as string, 30)]
  await ruleForEach(agent)
  const created = await agent.person()
  await agent.updatePerson(a as string, { status: 'qualified' })
  await agent.updatePerson(b as string, { customFields: { n: '2' } })
  const later = new Date(world.now().getTime() + 48 * 60 * minute).toISOString()
  assertStatus(await api.patch(moved, { startUtc: later }), 200)
  assertStatus(await api.patch(cancelled, { status: 'cancelled' }), 200)
  await book(agent, e as string, 36)
  await agent.updatePerson(f as string, { status: 'lost', company: 'Example' })
  const people = [created, a, b, c, d, e, f] as string[]
  assert.deepEqual(await Promise.all(people.map((id) => triggered(agent, id))), [
    ['created'],
    ['status'],
    ['field'],
    [],
    ['cancelled'],
    ['booked'],
    ['status', 'field'],
  ])
})

test('an unknown or unchanged field triggers nothing', async () => {
  const agent = await bench.agent({})
  const { api } = agent
  const person = await agent.person({ status: 'qualified', company: 'Example' })
  await ruleForEach(agent)
  await agent.updatePerson(person, { status: 'qualified', company: 'Example' })
  assertStatus(await api.post(`/people/${person}/journal`, { text: 'Called.' }), 201)
  assertStatus(await api.post(`/people/${person}/identities`, { channel: 'sms', address: '+12025550777' }), 201)
  assertStatus(await api.put(`/people/${person}/consent`, { status: 'denied' }), 200)
  assert.deepEqual(await triggered(agent, person), [])
})

test('the end of a conversation triggers for the person who wrote, the end of a rehearsal triggers nothing', async () => {
  const agent = await bench.createAgentWithPhone()
  const asid = await agent.phone('rcs').sendText('Hello')
  const { data } = assertStatus(await agent.api.get('/people'), 200)
  await ruleForEach(agent)
  const persona = assertStatus(await agent.api.post('/personas', { name: 'Pat' }), 201)
  assertStatus(await agent.api.post(`/personas/${persona.id}/turns`, { turn: 'Hello' }), 200)
  world.advance(32 * minute)
  await bench.chore('end-sessions')
  assert.deepEqual(
    (await agent.readRows('ended')).map(({ personId }) => personId),
    [data[0].id],
  )
  assert.equal(data[0].identities[0].asid, asid)
})

test('a rule that is disabled, of another agent, or created later is not triggered', async () => {
  const [agent, other] = [await bench.agent({}), await bench.agent({})]
  const off = await agent.rule('person.created', { enabled: false })
  const foreign = await other.rule('person.created')
  const person = await agent.person()
  const late = await agent.rule('person.created')
  assert.deepEqual([await agent.readRows(off), await other.readRows(foreign), await agent.readRows(late)], [[], [], []])
  await agent.updatePerson(person)
  assert.deepEqual(await agent.readRows(late), [])
})

test('a filter is applied to the person after the change; for a list any value may match', async () => {
  const agent = await bench.agent({})
  const filter = { status: ['qualified', 'converted'], 'customFields.plan': 'plus', channel: 'rcs' }
  const rule = await agent.rule('person.statusChanged', { trigger: { filter } })
  const [plus, basic, elsewhere] = [
    await agent.person({ customFields: { plan: 'plus' } }),
    await agent.person({ customFields: { plan: 'basic' } }),
    await agent.person({ customFields: { plan: 'plus' } }, { rcs: false }),
  ]
  const met = async () => (await agent.readRows(rule)).map(({ personId }) => personId)
  await agent.updatePerson(plus, { status: 'contacted' })
  assert.deepEqual(await met(), [])
  for (const id of [plus, basic, elsewhere]) await agent.updatePerson(id, { status: 'converted' })
  assert.deepEqual(await met(), [plus])
  await agent.updatePerson(basic, { status: 'qualified', customFields: { plan: 'plus' } })
  assert.deepEqual((await met()).sort(), [plus, basic].sort())
})

test('every field of the people filter is accepted; an impossible value matches no one', async () => {
  const agent = await bench.agent({})
  const time = '2030-01-01'
  const most = { q: 'ada', status: 'new', source: 's', consent: 'granted', tag: 't', createdAfter: time }
  const rest = {
    assignedRepresentativeId: 'x',
    importBatchId: 'x',
    channel: 'rcs',
    createdBefore: time,
    lastSeenAfter: time,
  }
  await agent.rule('person.created', { trigger: { filter: { ...most, ...rest, 'customFields.a': ['1', '2'] } } })
  const odd = await agent.rule('person.created', { trigger: { filter: { status: 'sneezing' } } })
  await agent.person()
  assert.deepEqual(await agent.readRows(odd), [])
})

test('an import triggers for thousands of people it creates or changes', async () => {
  const agent = await bench.agent({})
  const known = await agent.person({ phone: '+12025550001', customFields: { plan: 'basic' } })
  const created = await agent.rule('person.created', { trigger: { filter: { tag: 'fair' } } })
  const changed = await agent.rule('person.fieldChanged')
  const phone = (n: number) => `+1202555${String(n).padStart(4, '0')}`
  const lines = Array.from({ length: 1200 }, (_, at) => `${phone(at + 2)},plus,${at % 2 ? 'fair' : 'other'}`)
  const file = ['phone,customFields.plan,tags', `${phone(1)},plus,fair`, ...lines].join('\n')
  const { created: made } = await importCsv(agent.api, file, { channel: 'rcs' })
  assert.equal(made, 1200)
  const { rows } = await bench.pool.query(
    `select rule_id, count(*)::int as count from automated_rows where agent_key = $1 group by 1 order by 1`,
    [agent.key.key],
  )
  assert.deepEqual(rows, [
    { rule_id: created, count: 600 },
    { rule_id: changed, count: 1 },
  ])
  assert.equal(await agent.readState(changed, known), 'waiting')
})

test('an event published in a failed transaction triggers nothing', async () => {
  const agent = await bench.agent({})
  const rule = await agent.rule('person.created')
  await importCsv(agent.api, 'phone\n+12025550900', { dryRun: 'true' })
  assert.deepEqual(await agent.readRows(rule), [])
})

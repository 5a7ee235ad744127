import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../../testing/client.ts'
import { createRulesBench, type RulesAgent } from '../../../testing/rules-bench.ts'

/**
 * Every change of a condition that a waiting row depends on triggers its recheck, in both directions; see
 * docs/outreach.md.
 */

const bench = await createRulesBench()
const { world, pool, due, readQueuedOutreaches } = bench
const minute = 60_000
const hour = 60 * minute
const statusChanged = 'person.statusChanged'

const inHours = (hours: number) => new Date(Math.ceil(world.now().getTime() / hour) * hour + hours * hour)
const window = (from: number, to: number) => ({
  startHour: inHours(from).getUTCHours(),
  endHour: inHours(to).getUTCHours(),
  timeZone: 'UTC',
})
const closed = () => window(3, 4)
const settings = async ({ api }: RulesAgent, body: object) =>
  assertStatus(await api.put('/settings/sending', body), 200)
const rowOf = async (agent: RulesAgent, rule: string, person: string) =>
  (await agent.readRows(rule)).find(({ personId }) => personId === person)

/** An agent with a rule, and a person for whom it was triggered. */
async function waiting(
  more: object = {},
  given?: { agent?: RulesAgent; prepare?(agent: RulesAgent): Promise<unknown> },
) {
  const agent = given?.agent ?? (await bench.agent({}))
  const rule = await agent.rule(statusChanged, more)
  await given?.prepare?.(agent)
  const person = await agent.person()
  await agent.updatePerson(person)
  await due()
  const patch = async (body: object) => assertStatus(await agent.api.patch(`/automated-outreach/${rule}`, body), 200)
  const state = () => agent.readState(rule, person)
  return { agent, rule, person, patch, state }
}

test('a row that waits for safe hours is sent when they open, before its dueAt, and only once', async () => {
  const made = await waiting({}, { prepare: (agent) => settings(agent, { safeHours: closed() }) })
  assert.equal(await made.state(), 'waiting outside_safe_hours')
  await settings(made.agent, {})
  await due()
  assert.deepEqual([await made.state(), await readQueuedOutreaches(made.person)], ['waiting', ['o1']])
  assert.equal((await rowOf(made.agent, made.rule, made.person))?.dueAt, world.now().toISOString())
  await settings(made.agent, { safeHours: closed() })
  await settings(made.agent, {})
  world.advance(5 * hour)
  await due()
  assert.deepEqual(await readQueuedOutreaches(made.person), ['o1'])
})

test('safe hours that move later make a row wait longer', async () => {
  const { agent, rule, person, state } = await waiting(
    {},
    { prepare: (one) => settings(one, { safeHours: window(2, 3) }) },
  )
  const dueAt = async () => (await rowOf(agent, rule, person))?.dueAt
  assert.equal(await dueAt(), inHours(2).toISOString())
  await settings(agent, { safeHours: window(6, 7) })
  await due()
  assert.deepEqual([await state(), await dueAt()], ['waiting outside_safe_hours', inHours(6).toISOString()])
})

test('a change of the window of a rule, or of its safe-hours setting, applies immediately', async () => {
  const one = await waiting({ sendWindow: closed() })
  assert.equal(await one.state(), 'waiting outside_send_window')
  await one.patch({ sendWindow: null })
  await due()
  assert.deepEqual(await readQueuedOutreaches(one.person), ['o1'])
  const other = await waiting({}, { prepare: (agent) => settings(agent, { safeHours: closed() }) })
  await other.patch({ ignoreSafeHours: true })
  await due()
  assert.deepEqual(await readQueuedOutreaches(other.person), ['o1'])
})

test('a longer delay makes a row wait longer, and a shorter one ends its wait', async () => {
  const { agent, rule, person, patch, state } = await waiting({ delayMinutes: 60 })
  const startedAt = world.now().getTime()
  await patch({ delayMinutes: 120 })
  await due()
  world.advance(60 * minute)
  await due()
  assert.deepEqual([await state(), await readQueuedOutreaches(person)], ['waiting', []])
  assert.equal((await rowOf(agent, rule, person))?.dueAt, new Date(startedAt + 120 * minute).toISOString())
  await patch({ delayMinutes: 30 })
  await due()
  assert.deepEqual(await readQueuedOutreaches(person), ['o1'])
})

test('a row whose rule or Outreach is disabled waits with that reason, however long, and is sent when it is enabled', async () => {
  for (const [reason, path] of [
    ['rule_disabled', (rule: string) => `/automated-outreach/${rule}`],
    ['outreach_disabled', () => '/outreach/o1'],
  ] as const) {
    const { agent, rule, person, state } = await waiting({ delayMinutes: 10 })
    const turn = async (enabled: boolean) => assertStatus(await agent.api.patch(path(rule), { enabled }), 200)
    await turn(false)
    await due()
    assert.equal(await state(), `waiting ${reason}`)
    world.advance(72 * hour)
    await due()
    assert.deepEqual([await state(), await readQueuedOutreaches(person)], [`waiting ${reason}`, []])
    await turn(true)
    await due()
    assert.deepEqual([await state(), await readQueuedOutreaches(person)], ['waiting', ['o1']])
  }
})

test('a row whose binding is disabled waits with that reason, and is sent when it is enabled', async () => {
  const talking = await bench.createAgentWithPhone()
  const { id } = assertStatus(await talking.api.get('/channels'), 200).data.find(
    (one: { channel: string }) => one.channel === 'rcs',
  )
  const order = async (verb: string) => assertStatus(await talking.api.post(`/channels/${id}/${verb}`, {}), 200)
  const { person, state } = await waiting({}, { agent: talking, prepare: () => order('_disable') })
  assert.deepEqual([await state(), await readQueuedOutreaches(person)], ['waiting binding_disabled', []])
  await order('_enable')
  await due()
  assert.deepEqual([await state(), await readQueuedOutreaches(person)], ['waiting', ['o1']])
})

test('withdrawn consent skips a row immediately, even during its delay; a later grant does not revive it', async () => {
  for (const more of [{ delayMinutes: 60 }, { sendWindow: closed() }]) {
    const { agent, person, state } = await waiting(more)
    const say = async (status: string) =>
      assertStatus(await agent.api.put(`/people/${person}/consent`, { status }), 200)
    await say('denied')
    await due()
    assert.equal(await state(), 'skipped no_consent')
    await say('granted')
    world.advance(24 * hour)
    await due()
    assert.deepEqual([await state(), await readQueuedOutreaches(person)], ['skipped no_consent', []])
  }
})

test('consent given before the end of the delay counts, whatever changed in between', async () => {
  const agent = await bench.agent({})
  const rule = await agent.rule(statusChanged, { delayMinutes: 60 })
  const person = await agent.person({}, { consent: 'unknown' })
  await agent.updatePerson(person)
  await settings(agent, { minTouchIntervalHours: 1 })
  await due()
  assert.equal(await agent.readState(rule, person), 'waiting')
  assertStatus(await agent.api.put(`/people/${person}/consent`, { status: 'granted' }), 200)
  world.advance(60 * minute)
  await due()
  assert.deepEqual(await readQueuedOutreaches(person), ['o1'])
})

test('a row that was being evaluated during the change is evaluated again', async () => {
  const { agent, person } = await waiting({}, { prepare: (one) => settings(one, { safeHours: closed() }) })
  const held = async (token: string | null, at: Date) =>
    pool.query('update automated_rows set lease_token = $2, due_at = $3 where person_id = $1', [person, token, at])
  await held('of a worker that has read the old hours', new Date(world.now().getTime() + 30_000))
  await settings(agent, {})
  await due()
  assert.deepEqual(await readQueuedOutreaches(person), [])
  await held(null, inHours(3))
  world.advance(1_000)
  await due()
  assert.deepEqual(await readQueuedOutreaches(person), ['o1'])
})

test('the same reasons delay the opener of a row, and the row shows them', async () => {
  const agent = await bench.createAgentWithPhone()
  const phone = agent.phone('rcs')
  await phone.set({})
  const rule = await agent.rule(statusChanged)
  const person = await agent.person({}, { rcs: false })
  assertStatus(await agent.api.post(`/people/${person}/identities`, { channel: 'rcs', address: phone.address }), 201)
  await agent.updatePerson(person)
  await due()
  assert.deepEqual(await readQueuedOutreaches(person), ['o1'])
  await settings(agent, { safeHours: closed() })
  await bench.work()
  assert.deepEqual([await agent.readState(rule, person), await phone.readTexts()], ['waiting outside_safe_hours', []])
  assertStatus(await agent.api.patch('/outreach/o1', { enabled: false }), 200)
  await bench.work()
  assert.equal(await agent.readState(rule, person), 'waiting outreach_disabled')
  world.advance(48 * hour)
  await settings(agent, {})
  assertStatus(await agent.api.patch('/outreach/o1', { enabled: true }), 200)
  await bench.work()
  assert.deepEqual([await agent.readState(rule, person), await phone.readTexts()], ['sent', ['Hello.']])
})

test('thousands of rows are rewritten in chunks, none of them in the transaction of the change', async () => {
  const { agent, rule } = await waiting({ delayMinutes: 600 })
  const inserted = `
    insert into automated_rows (agent_key, rule_id, person_id, outreach_id, triggered_at, planned_at, due_at)
    select $1, $2, 'nobody_' || n, 'o1', $3, $4, $4 from generate_series(1, 2500) as n`
  await pool.query(inserted, [agent.key.key, rule, world.now(), inHours(10)])
  const left = async () => {
    const sql = `select count(*)::int as count from automated_rows where agent_key = $1 and due_at = $2`
    return (await pool.query(sql, [agent.key.key, inHours(10)])).rows[0].count
  }
  world.advance(minute)
  assert.equal(await left(), 2500)
  assertStatus(await agent.api.patch(`/automated-outreach/${rule}`, { delayMinutes: 1 }), 200)
  assert.equal(await left(), 2500)
  for (let chunk = 0; chunk < 25; chunk++) {
    world.advance(1_000)
    await due()
  }
  assert.equal(await left(), 0)
  const sql = 'select count(distinct xmin::text)::int as chunks from automated_rows where agent_key = $1'
  const { chunks } = (await pool.query(sql, [agent.key.key])).rows[0]
  assert.ok(chunks >= 6, `one of 100 rows, then more, at most 500 each, not ${chunks} chunks`)
})

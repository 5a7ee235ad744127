import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus, type ReplyBody } from '../../../testing/client.ts'
import { createRulesBench, type RulesAgent } from '../../../testing/rules-bench.ts'

/** Rules and sequences on a date of the person; see docs/outreach.md. */

const bench = await createRulesBench()
const { world, pool, readQueuedOutreaches: queued } = bench
const day = 86_400_000
const dateReached = 'person.dateReached'

const inDays = (days: number) => new Date(world.now().getTime() + days * day).toISOString().slice(0, 10)

async function datedAgent(...outreaches: object[]): Promise<RulesAgent> {
  const agent = await bench.agent(...outreaches)
  const fields = [
    { key: 'birthday', type: 'date' },
    { key: 'renewal', type: 'date' },
  ]
  assertStatus(await agent.api.put('/people-fields', { fields }), 200)
  return agent
}

const dated = (agent: RulesAgent, date: object, more: object = {}) =>
  agent.rule(dateReached, { trigger: { date: { field: 'birthday', hour: 0, ...date } }, ...more })
const person = (agent: RulesAgent, customFields: object) => agent.person({ customFields })

async function advance(days: number): Promise<void> {
  for (let passed = 0; passed < days; passed++) {
    world.advance(day)
    await bench.due()
  }
}

test('a rule reaches people on their day, and nobody else', async () => {
  const agent = await datedAgent({})
  const rule = await dated(agent, {})
  const [tomorrow, later, yesterday, without] = [
    await person(agent, { birthday: inDays(1) }),
    await person(agent, { birthday: inDays(4) }),
    await person(agent, { birthday: inDays(-1) }),
    await person(agent, {}),
  ]
  await bench.due()
  for (const one of [tomorrow, later, yesterday, without]) assert.deepEqual(await queued(one), [])
  await advance(1)
  assert.deepEqual(await queued(tomorrow), ['o1'])
  assert.equal((await agent.readRows(rule)).length, 1)
  await advance(4)
  assert.deepEqual(await queued(later), ['o1'])
  for (const one of [yesterday, without]) assert.deepEqual(await queued(one), [])
  assert.deepEqual(await queued(tomorrow), ['o1'], 'once')
})

test('days before and after the date, the filter, and a rule that is off count', async () => {
  const agent = await datedAgent({}, {}, {})
  await dated(agent, { field: 'renewal', offsetDays: -3 })
  await dated(agent, { field: 'renewal', offsetDays: 2 }, { outreachId: 'o2' })
  await dated(agent, { field: 'renewal' }, { outreachId: 'o3', enabled: false })
  const filtered = { date: { field: 'renewal', hour: 0, offsetDays: -3 }, filter: { status: 'lost' } }
  await agent.rule(dateReached, { outreachId: 'o3', trigger: filtered })
  const one = await person(agent, { renewal: inDays(5) })
  await advance(1)
  assert.deepEqual(await queued(one), [])
  await advance(1)
  assert.deepEqual(await queued(one), ['o1'])
  await advance(4)
  assert.deepEqual(await queued(one), ['o1'])
  await advance(1)
  assert.deepEqual(await queued(one), ['o1', 'o2'])
})

test('a birthday comes every year, and is greeted again', async () => {
  const agent = await datedAgent({})
  const rule = await dated(agent, { yearly: true })
  const born = await person(agent, { birthday: `1980${inDays(1).slice(4)}` })
  await advance(1)
  assert.deepEqual(await queued(born), ['o1'])
  await pool.query("update sends set state = 'sent', sent_at = queued_at, due_at = null where person_id = $1", [born])
  await pool.query("update automated_rows set state = 'sent' where rule_id = $1 and agent_key = $2", [
    rule,
    agent.key.key,
  ])
  await agent.updatePerson(born, { customFields: { birthday: `1980${inDays(2).slice(4)}` } })
  await advance(3)
  assert.deepEqual(await queued(born), ['o1'], 'a corrected birthday is not a second one')
  world.advance(366 * day)
  await bench.due()
  assert.deepEqual(await queued(born), ['o1', 'o1'])
})

test('days that no process saw are made up, once', async () => {
  const agent = await datedAgent({})
  await dated(agent, {})
  const people = await Promise.all([1, 3, 5].map((days) => person(agent, { birthday: inDays(days) })))
  world.advance(5 * day)
  await Promise.all([bench.worker().drain(), bench.worker().drain()])
  await bench.due()
  for (const one of people) assert.deepEqual(await queued(one), ['o1'])
})

test('a date enrolls in a sequence', async () => {
  const agent = await datedAgent({})
  const body = {
    name: 'Renewals',
    entry: { event: dateReached, date: { field: 'renewal', offsetDays: -1, hour: 0 } },
    steps: [{ id: 's', outreachId: 'o1', afterMinutes: 0 }],
  }
  const { id } = assertStatus(await agent.api.post('/sequences', body), 201)
  const one = await person(agent, { renewal: inDays(2) })
  await advance(1)
  assert.deepEqual(await queued(one), ['o1'])
  const { data } = assertStatus(await agent.api.get(`/sequences/${id}/enrollments`), 200)
  assert.deepEqual(
    data.map(({ personId }: ReplyBody) => personId),
    [one],
  )
})

test('more people than a chunk holds are all found, across a process that dies in between', async () => {
  const agent = await datedAgent({})
  await dated(agent, {})
  const birthday = inDays(1)
  const people = Array.from({ length: 4_100 }, () => ({ customFields: { birthday }, consent: 'granted' }))
  assertStatus(await agent.api.post('/people/import', { people }), 200)
  world.advance(day)
  // The lease of a worker that died in the second chunk.
  await pool.query("update date_triggers set until_day = $2, cursor = (select min(person_key) + 1999 from people where agent_key = $1) where agent_key = $1", [agent.key.key, birthday]) // biome-ignore format: one line
  await bench.due()
  const count = async () =>
    (await pool.query('select count(*)::int as n from automated_rows where agent_key = $1', [agent.key.key])).rows[0].n
  assert.equal(await count(), 2_100)
  await pool.query('update date_triggers set done_until = $2, due_at = now() where agent_key = $1', [
    agent.key.key,
    inDays(-1),
  ])
  await bench.due()
  assert.equal(await count(), 4_100)
})

test('a date belongs to its event, and its field to the agent', async () => {
  const agent = await datedAgent({})
  const post = (trigger: object) => agent.api.post('/automated-outreach', { name: 'R', outreachId: 'o1', trigger })
  for (const [trigger, field] of [
    [{ event: dateReached }, 'trigger.date'],
    [{ event: 'person.created', date: { field: 'birthday' } }, 'trigger.date'],
    [{ event: dateReached, date: { field: 'birthday', offsetDays: 366 } }, 'trigger.date.offsetDays'],
    [{ event: dateReached, date: { field: 'birthday', hour: 24 } }, 'trigger.date.hour'],
    [{ event: dateReached, date: { field: 'birthday', timeZone: 'Mars' } }, 'trigger.date.timeZone'],
    [{ event: dateReached, date: { field: 'birthday', colour: 'red' } }, 'trigger.date.colour'],
  ] as const) {
    const { errors } = assertStatus(await post(trigger), 422)
    assert.ok(
      errors.some((error: ReplyBody) => error.field === field),
      JSON.stringify(errors),
    )
  }
  assertStatus(await post({ event: dateReached, date: { field: 'nothing' } }), 422)
  assertStatus(await post({ event: dateReached, date: { field: 'birthday' } }), 201)
  assertStatus(await agent.api.put('/people-fields', { fields: [] }), 409)
})

test('a trigger that is changed starts anew, and one that is deleted ends', async () => {
  const agent = await datedAgent({})
  const rule = await dated(agent, {})
  const one = await person(agent, { birthday: inDays(2) })
  assertStatus(
    await agent.api.patch(`/automated-outreach/${rule}`, {
      trigger: { event: dateReached, date: { field: 'birthday', offsetDays: -1, hour: 0 } },
    }),
    200,
  )
  await advance(1)
  assert.deepEqual(await queued(one), ['o1'])
  assertStatus(await agent.api.del(`/automated-outreach/${rule}`), 204)
  const { rowCount } = await pool.query('select from date_triggers where agent_key = $1', [agent.key.key])
  assert.equal(rowCount, 0)
})

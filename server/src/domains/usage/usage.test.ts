import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../testing/client.ts'
import { createRuntimeBench, type RuntimeAgent } from '../../testing/runtime-bench.ts'

/** Usage through its routes. It is noon on January 31, 2030, in UTC. */

const bench = await createRuntimeBench()
const { play, server, world, work, chore } = bench
const hour = 3_600_000
const day = 24 * hour

const goals = { goals: [{ id: 'replied', name: 'Replied', definition: { kind: 'event', event: 'person.replied' } }] }
const playbooks = [{ id: 'general', name: 'General', body: 'Help.', uses: [], isDefault: true }]
const talker = () => bench.agent({ goals: { ...goals, defaultGoal: { goalId: 'replied' } }, playbooks }, 'sms')
const usage = async ({ api }: RuntimeAgent, query = ''): Promise<ReplyBody> =>
  assertStatus(await api.get(`/usage${query}`), 200)
const orgUsage = async ({ api }: RuntimeAgent, query = ''): Promise<ReplyBody> =>
  assertStatus(await api.client.get(`/orgs/${api.orgId}/usage${query}`), 200)
/** The non-zero counts. */
const nonZero = (counts: ReplyBody) => Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0))
const line = { text: 'Hello.', usage: { inputTokens: 100, outputTokens: 7, cacheReadTokens: 60 } }

/** One person writes twice, one once, and one of the replies is not delivered. */
async function talk(agent: RuntimeAgent): Promise<void> {
  play(line)
  const [one, two] = [agent.createPerson('sms'), agent.createPerson('sms')]
  for (const { phone } of [one, two]) await phone.set({ receipts: 'manual' })
  await one.sendText('Hi')
  await two.sendText('Hi')
  await one.sendText('Again')
  const [first, second] = await agent.turns(one.userId())
  for (const state of ['delivered', 'read']) await one.phone.receipt(first.messages[0].messageId, state)
  await one.phone.receipt(second.messages[0].messageId, 'failed')
}

test('recent activity is counted immediately, and equally after the rollup', async () => {
  const agent = await talker()
  await talk(agent)
  const { modelMilliseconds: _, ...totals } = nonZero((await usage(agent)).totals)
  assert.deepEqual(totals, {
    ...{ messagesIn: 3, messagesOut: 3, delivered: 1, read: 1, failed: 1, conversations: 2, goalsReached: 2 },
    ...{ turns: 3, inputTokens: 300, outputTokens: 21, cacheReadTokens: 180 },
  })
  world.advance(3 * hour)
  const reads = ['', '?interval=hour', '?timeZone=Asia/Tokyo']
  const before = await Promise.all(reads.map((query) => usage(agent, query)))
  // Two concurrent rollups, and then one more.
  for (const times of [2, 1]) {
    await Promise.all(Array.from({ length: times }, () => chore('roll-up-usage')))
    assert.deepEqual(await Promise.all(reads.map((query) => usage(agent, query))), before)
  }
  const [{ data, failures, goals: reached, start, end }] = before as [ReplyBody]
  assert.deepEqual([data.length, start, end], [14, '2030-01-18T00:00:00.000Z', '2030-02-01T00:00:00.000Z'])
  assert.deepEqual([failures.length, failures[0].count], [1, 1])
  assert.deepEqual(reached, [{ goalId: 'replied', count: 2 }])
  assert.equal(data.at(-1).peopleWriting, 2)
  const { rows } = await bench.pool.query(`select count(*) as count from usage_hours where agent_key = $1`, [
    agent.key.key,
  ])
  assert.ok(rows[0].count > 5, 'it was folded')
})

test('late and erased data is reflected when the hour is rolled up again', async () => {
  const agent = await talker()
  const person = agent.createPerson('sms')
  await person.sendText('Hi')
  const wrote = world.now()
  world.advance(2 * hour)
  await chore('roll-up-usage')
  await bench.pool.query(
    `insert into traffic (agent_key, at, asid, session_id, origin, type, subtype, channel, message_id)
     values ($1, $2, 'late', 'late', 'user', 'content', 'text', 'sms', 'late')`,
    [agent.key.key, wrote],
  )
  assertStatus(await agent.api.del(`/people/${(await person.person()).id}`), 204)
  world.advance(hour)
  await chore('roll-up-usage')
  assert.deepEqual(nonZero((await usage(agent)).totals), { messagesIn: 1, goalsReached: 1 })
})

test('goals since a moment are those after it, rolled up or not, also within the hour', async () => {
  const agent = await talker()
  const since = async (moment: Date) =>
    assertStatus(await agent.api.get(`/usage/goals?since=${moment.toISOString()}`), 200).goals
  const reached = (count: number) => (count > 0 ? [{ goalId: 'replied', count }] : [])
  const reach = async () => {
    world.advance(20_000)
    await agent.createPerson('sms').sendText('Hi')
    world.advance(20_000)
  }
  await reach()
  const began = world.now()
  assert.deepEqual([await since(new Date(0)), await since(began)], [reached(1), []])
  await reach()
  world.advance(3 * hour)
  await reach()
  for (const times of [0, 1]) {
    if (times > 0) await chore('roll-up-usage')
    const counted = [await since(new Date(0)), await since(began), await since(world.now())]
    assert.deepEqual(counted, [reached(3), reached(2), []])
  }
  assert.deepEqual(await since(new Date(world.now().getTime() + day)), [])
  assertProblem(await agent.api.get('/usage/goals'), 422, 'request.invalid', 'since')
})

test('a person counts once per day and once per hour, in the time zone of the org', async () => {
  const agent = await talker()
  assertStatus(await agent.api.client.call('PATCH', `/orgs/${agent.api.orgId}`, { timeZone: 'America/New_York' }), 200)
  const person = agent.createPerson('sms')
  // Whole hours: advances the clock to 03:00 UTC, which is 22:00 in New York, and then past midnight there.
  const until = (now: Date) => (27 - now.getUTCHours()) % 24
  world.advance(until(world.now()) * hour)
  const from = world.now().toISOString()
  for (let n = 0; n < 4; n++) {
    await person.sendText('Hi')
    world.advance(hour)
  }
  const people = async (query: string) =>
    (await usage(agent, `?start=${from}${query}`)).data.map(({ peopleWriting }: ReplyBody) => peopleWriting)
  const expected = [
    [[1, 1], [1, 1, 1, 1, 0], [undefined]],
    [[1, 1], [1, 1, 1, 1, 0], [undefined]],
  ]
  for (const [days, hours, elsewhere] of expected as [number[], number[], undefined[]][]) {
    assert.deepEqual(await people(''), days)
    assert.deepEqual(await people('&interval=hour'), hours)
    assert.deepEqual(await people('&timeZone=UTC'), elsewhere)
    await chore('roll-up-usage')
  }
})

test('a day with a clock change has its real number of hours', async () => {
  const agent = await talker()
  await chore('roll-up-usage')
  // Midnight in Berlin is 22:00 UTC before the change, and 23:00 after it.
  const hours = [
    '2029-10-27T21:00Z',
    '2029-10-27T22:00Z',
    '2029-10-28T22:00Z',
    '2029-10-28T23:00Z',
    '2029-10-29T22:00Z',
  ]
  await bench.pool.query(
    `insert into usage_hours (agent_key, hour, measure, value)
     select $1, hour, 'messagesIn', 1 from unnest($2::timestamptz[]) as hour`,
    [agent.key.key, hours],
  )
  const { data } = await usage(agent, '?start=2029-10-27T12:00Z&end=2029-10-29T12:00Z&timeZone=Europe/Berlin')
  assert.deepEqual(
    data.map(({ at, messagesIn }: ReplyBody) => [at, messagesIn]),
    [
      ['2029-10-26T22:00:00.000Z', 1],
      ['2029-10-27T22:00:00.000Z', 2],
      ['2029-10-28T23:00:00.000Z', 2],
    ],
  )
})

test('rehearsals are not counted', async () => {
  const agent = await talker()
  play(line)
  const persona = assertStatus(await agent.api.post('/personas', { name: 'Ada', channel: 'sms' }), 201)
  assertStatus(await agent.api.post(`/personas/${persona.id}/turns`, { turn: 'Hello' }), 200)
  await work()
  assert.deepEqual(nonZero((await usage(agent)).totals), {})
})

test('the usage of an org is the sum of its agents, and lists each agent', async () => {
  const agent = await talker()
  const other = assertStatus(await agent.api.client.post(`/orgs/${agent.api.orgId}/agents`, { name: 'Quiet' }), 201)
  await talk(agent)
  const own = await usage(agent)
  const { agents, ...all } = await orgUsage(agent)
  assert.deepEqual(all, own)
  assert.deepEqual(
    agents.map(({ agentId, totals, messages }: ReplyBody) => [
      agentId,
      totals.messagesIn,
      messages.at(-1),
      messages.length,
    ]),
    [
      [agent.api.id, 3, 6, 14],
      [other.id, 0, 0, 14],
    ],
  )
})

test('agents are shown with their channels, last message and test results', async () => {
  const agent = await talker()
  await talk(agent)
  const { data } = assertStatus(await agent.api.client.get(`/orgs/${agent.api.orgId}/agents-overview`), 200)
  const [{ agentId, channels, lastMessageAt, lastTestRun }] = data
  assert.deepEqual([agentId, lastMessageAt, lastTestRun], [agent.api.id, world.now().toISOString(), undefined])
  assert.deepEqual(channels, [
    { channel: 'webchat', status: 'Active', carrier: 'webchat' },
    { channel: 'sms', status: 'Active', carrier: 'lab' },
  ])
})

test('out-of-range parameters are refused', async () => {
  const { api } = await talker()
  const ago = (days: number) => new Date(world.now().getTime() - days * day).toISOString()
  const queries = [
    `start=${ago(94)}`,
    `start=${ago(15)}&interval=hour`,
    `start=${ago(1)}&end=${ago(2)}`,
    `start=${ago(1)}&end=${ago(1)}`,
    'interval=week',
    'timeZone=Nowhere',
    'start=yesterday',
    'end=8640000000000000',
    'limit=3',
  ]
  for (const query of queries) {
    assertProblem(await api.get(`/usage?${query}`), 422, 'request.invalid')
    assertProblem(await api.client.get(`/orgs/${api.orgId}/usage?${query}`), 422, 'request.invalid')
  }
  assert.equal(assertStatus(await api.get(`/usage?start=${ago(92)}`), 200).data.length, 93)
  assert.equal(assertStatus(await api.get(`/usage?start=${ago(14)}&interval=hour`), 200).data.length, 337)
})

test('reading usage requires messages:read, and another org gets 404', async () => {
  const { api } = await talker()
  const org = { id: api.orgId, path: `/orgs/${api.orgId}`, api: api.client }
  const stranger = await server.org()
  for (const [path, scope] of [
    [`${api.path}/usage`, 'messages:read'],
    [`${org.path}/usage`, 'messages:read'],
    [`${org.path}/agents-overview`, 'agents:read'],
    [`${org.path}/attention`, 'agents:read'],
  ] as const) {
    assertStatus(await (await server.key(org, [scope])).get(path), 200)
    assertProblem(await (await server.key(org, ['catalogs:read'])).get(path), 403, 'auth.scope_missing')
    assertStatus(await (await server.member(org, 'viewer')).get(path), 200)
    assert.equal((await stranger.api.get(path)).status, 404)
  }
})

test('usage is deleted with its agent, and after its retention time', async () => {
  const agent = await talker()
  await talk(agent)
  world.advance(2 * hour)
  await chore('roll-up-usage')
  const rows = async () =>
    (await bench.pool.query('select from usage_hours where agent_key = $1', [agent.key.key])).rowCount
  assert.ok(((await rows()) ?? 0) > 0)
  assertStatus(await agent.api.del(''), 204)
  assert.equal(await rows(), 0)
  await bench.pool.query(
    `insert into usage_hours (agent_key, hour, measure, value)
     select agent_key, '2029-01-01T00:00Z', 'turns', 1 from agents limit 1`,
  )
  await chore('delete-old-usage')
  assert.equal((await bench.pool.query(`select from usage_hours where hour < '2029-02-01'`)).rowCount, 0)
})

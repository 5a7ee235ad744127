import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentKey } from '../../../platform/http/route.ts'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent, type TestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { assertStatus } from '../../../testing/client.ts'
import { createAgentFinder } from '../../agents/index.ts'
import { createLogWriter } from './log.ts'
import { deleteLateWrites } from './person-listener.ts'
import { deleteOldConversations } from './queries.ts'

const server = await createTestApp()
const { db, pool } = server.database
/** In the past by the clock of the database too; otherwise no history is deleted. */
const world = stillWorld('2020-01-31T09:00:00.000Z')
const tables = ['conversations', 'sessions', 'conversation_events', 'messages', 'dispatches', 'agent_logs', 'traffic']

const keyOf = async ({ orgId, id }: TestAgent) => (await createAgentFinder(db)({ id: orgId }, id)) as AgentKey

async function newPerson(agent: TestAgent, phone: string): Promise<{ id: string; asid: string }> {
  const { id } = assertStatus(await agent.post('/people', { fullName: 'Somebody' }), 201)
  const identity = { channel: 'sms', address: phone }
  const { asid } = assertStatus(await agent.post(`/people/${id}/identities`, identity), 201)
  return { id, asid }
}

/** Inserts a row about a person in every table that has any. */
async function plant({ key }: AgentKey, asid: string, at = world.now()): Promise<void> {
  await pool.query(
    `insert into conversations (agent_key, asid, channel, session_id, session_started_at, last_content_at, created_at)
     values ($1, $2, 'sms', 'ses_1', $3, $3, $3) on conflict do nothing`,
    [key, asid, at],
  )
  await pool.query(`insert into sessions values ($1, $2, 'ses_' || $3, 'sms', $3::timestamptz)`, [
    key,
    asid,
    at.toISOString(),
  ])
  await pool.query(
    `insert into conversation_events (agent_key, id, asid, session_id, channel, provider, type, event, at)
     values ($1, 'evt_1', $2, 'ses_1', 'sms', 'lab', 'message', '{}', $3)`,
    [key, asid, at],
  )
  await pool.query(
    `with sent as (
       insert into messages (agent_key, id, asid, session_id, channel, message, accepted_at)
       values ($1, 'msg_' || gen_random_uuid(), $2, 'ses_1', 'sms', '{}', $3) returning message_key)
     insert into dispatches (agent_key, asid, binding_key, channel_message_id, message_key, bubble, created_at)
     select $1, $2, 1, 'SM' || message_key, message_key, 0, $3 from sent`,
    [key, asid, at],
  )
  await pool.query(`insert into agent_logs (agent_key, at, level, event, asid) values ($1, $3, 'info', 'x', $2)`, [
    key,
    asid,
    at,
  ])
}

async function counts({ key }: AgentKey): Promise<number[]> {
  const counted = tables.map((table) => pool.query(`select count(*) from ${table} where agent_key = $1`, [key]))
  return (await Promise.all(counted)).map(({ rows }) => rows[0].count)
}

test('erasing a person removes all their data under every current or former address, and no data of others', async () => {
  const agent = await createTestAgent(server)
  const key = await keyOf(agent)
  const [erased, stays] = [await newPerson(agent, '+12025550101'), await newPerson(agent, '+12025550102')]
  const identity = { channel: 'sms', address: '+12025550103' }
  const left = assertStatus(await agent.post(`/people/${erased.id}/identities`, identity), 201)
  assertStatus(await agent.del(`/people/${erased.id}/identities/${left.asid}`), 204)
  for (const asid of [erased.asid, stays.asid, left.asid]) await plant(key, asid)
  assert.deepEqual(await counts(key), [3, 3, 3, 3, 3, 3, 3])
  assertStatus(await agent.del(`/people/${erased.id}`), 204)
  assert.deepEqual(await counts(key), [1, 1, 1, 1, 1, 1, 1])
  const { rows } = await pool.query('select asid from messages where agent_key = $1', [key.key])
  assert.deepEqual(rows, [{ asid: stays.asid }])
})

test('data in transit when a person is erased is deleted afterwards', async () => {
  const agent = await createTestAgent(server)
  const key = await keyOf(agent)
  const [erased, stays] = [await newPerson(agent, '+12025550104'), await newPerson(agent, '+12025550105')]
  assertStatus(await agent.del(`/people/${erased.id}`), 204)
  const erasedAt = new Date()
  for (const { asid } of [erased, stays]) await plant(key, asid)
  const others: string[] = []
  const forgetOthers = async (_tx: unknown, of: AgentKey, asids: readonly string[]) => {
    if (of.key === key.key) others.push(...asids)
  }
  await deleteLateWrites(db, new Date(erasedAt.getTime() + 170_000), forgetOthers)
  assert.deepEqual([await counts(key), others], [[2, 2, 2, 2, 2, 2, 2], []], 'a turn may still be going on')
  await deleteLateWrites(db, new Date(erasedAt.getTime() + 181_000), forgetOthers)
  assert.deepEqual([await counts(key), others], [[1, 1, 1, 1, 1, 1, 1], [erased.asid]])
  const { rowCount } = await pool.query('select from erased_conversations where agent_key = $1', [key.key])
  assert.equal(rowCount, 0)
})

test('history is stored for its configured days, events and dispatches for a month; the conversation itself remains', async () => {
  const [one, other] = [await keyOf(await createTestAgent(server)), await keyOf(await createTestAgent(server))]
  const daysAgo = (days: number) => new Date(world.now().getTime() - days * 86_400_000)
  for (const agent of [one, other])
    for (const days of [400, 181, 179, 32, 0]) await plant(agent, 'asid_1', daysAgo(days))
  await deleteOldConversations(db, world.now(), 180)
  for (const agent of [one, other]) assert.deepEqual(await counts(agent), [1, 3, 1, 3, 1, 3, 3])
})

test('the history of many agents is purged in as many rounds as necessary', async () => {
  const { key } = await keyOf(await createTestAgent(server))
  await pool.query(
    `insert into sessions (agent_key, asid, id, channel, started_at)
     select $1, 'asid_1', 'ses_' || n, 'sms', $2::timestamptz - interval '200 days' from generate_series(1, 2500) as n`,
    [key, world.now()],
  )
  await deleteOldConversations(db, world.now(), 180)
  const { rows } = await pool.query('select count(*) from sessions where agent_key = $1', [key])
  assert.equal(rows[0].count, 0)
})

const quiet = { warn: () => {} }

test('log lines are stored in order with all their fields', async () => {
  const agent = await keyOf(await createTestAgent(server))
  const { write, flush } = createLogWriter({ db, world, log: quiet })
  for (let n = 0; n < 1200; n++) write(agent, { level: 'info', event: 'llm.call', data: { n } })
  write(agent, {
    level: 'error',
    event: 'webhook.failed',
    asid: 'asid_1',
    sessionId: 'ses_1',
    channel: 'sms',
    error: { message: 'no\0thing' },
  })
  await flush()
  const { rows } = await pool.query('select * from agent_logs where agent_key = $1 order by entry', [agent.key])
  assert.deepEqual(
    rows.slice(0, -1).map(({ data }) => data.n),
    Array.from({ length: 1200 }, (_, n) => n),
  )
  const { entry: _, agent_key: __, ...last } = rows.at(-1)
  assert.deepEqual(last, {
    at: world.now(),
    level: 'error',
    event: 'webhook.failed',
    asid: 'asid_1',
    session_id: 'ses_1',
    channel: 'sms',
    data: null,
    error: { message: 'no\0thing' },
  })
})

test('a log line that cannot be stored causes no error, and none is stored for a deleted agent', async () => {
  const agent = await keyOf(await createTestAgent(server))
  const { write, flush } = createLogWriter({ db, world, log: quiet })
  const circle: { self?: object } = {}
  circle.self = circle
  write({ key: 999_999_999 }, { level: 'info', event: 'llm.call' })
  write(agent, { level: 'info', event: 'llm.call', data: circle })
  await flush()
  const { rows } = await pool.query(
    "select agent_key from agent_logs where event = 'llm.call' and agent_key in ($1, 999999999)",
    [agent.key],
  )
  assert.deepEqual(rows, [{ agent_key: agent.key }])
})

test('waiting log lines beyond 10,000 are dropped with a single warning', async () => {
  const agent = await keyOf(await createTestAgent(server))
  const warned: object[] = []
  const { write, flush } = createLogWriter({ db, world, log: { warn: (fields: object) => void warned.push(fields) } })
  for (let n = 0; n < 10_100; n++) write(agent, { level: 'info', event: 'llm.call' })
  await flush()
  const { rows } = await pool.query('select count(*) from agent_logs where agent_key = $1', [agent.key])
  assert.deepEqual([rows[0].count, warned], [10_000, [{ lines: 100 }]])
})

test('a failing database loses the log lines and nothing else', async () => {
  const warned: object[] = []
  const broken = { getExecutor: () => { throw new Error('gone') } } as unknown as typeof db // biome-ignore format: short
  const { write, flush } = createLogWriter({
    db: broken,
    world,
    log: { warn: (fields: object) => void warned.push(fields) },
  })
  write({ key: 1 }, { level: 'info', event: 'llm.call' })
  await flush()
  assert.equal(warned.length, 1)
})

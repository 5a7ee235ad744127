import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnnounce } from '../../../platform/outbox.ts'
import { createGatewayBench, createTextMessage, type GatewayAgent } from '../../../testing/gateway-bench.ts'
import type { AgentLogRecord } from '../deps.ts'
import { endSessions } from './session.ts'

const bench = await createGatewayBench()
const { world } = bench
const { pool } = bench.server.database
const agent = await bench.agent('sms')
const minute = 60_000

const endedOf = async (userId: string, of: GatewayAgent = agent) => {
  await bench.chore('end-sessions')
  const { rows } = await pool.query(
    `select data from outbox
      where org_id = $1 and type = 'conversation.ended' and data->>'userId' = $2 order by created_at, id`,
    [of.api.orgId, userId],
  )
  return rows.map(({ data }) => data)
}
const sessionsOf = async (userId: string): Promise<string[]> =>
  (await pool.query('select id from sessions where asid = $1 order by started_at', [userId])).rows.map(({ id }) => id)

test('a session ends once, after 30 quiet minutes, with all its messages', async () => {
  const phone = agent.phone('sms')
  const userId = await phone.sendText('Hello')
  await phone.sendText('Is anybody there?')
  await agent.send(userId, createTextMessage('Yes'))
  world.advance(29 * minute)
  assert.deepEqual(await endedOf(userId), [])
  world.advance(3 * minute)
  const [sessionId] = await sessionsOf(userId)
  const expected = { agentId: agent.api.id, userId, sessionId, channel: 'sms', messageCount: 3 }
  assert.deepEqual(await endedOf(userId), [expected])
  world.advance(60 * minute)
  assert.deepEqual(await endedOf(userId), [expected])
})

test('the end of a session writes a log line', async () => {
  const userId = await agent.phone('sms').sendText('Hello')
  world.advance(32 * minute)
  const logs: AgentLogRecord[] = []
  const writeLog = (_agent: object, entry: AgentLogRecord) => void logs.push(entry)
  await endSessions(bench.server.database.db, { world, announce: createAnnounce(world), writeLog })
  const [sessionId] = await sessionsOf(userId)
  const about = { asid: userId, channel: 'sms', sessionId }
  assert.deepEqual(logs, [{ ...about, level: 'info', event: 'session.ended', data: { sessionId, messageCount: 1 } }])
})

test('messages of either side prolong the session', async () => {
  const phone = agent.phone('sms')
  const userId = await phone.sendText('Hello')
  for (let half = 0; half < 2; half++) {
    world.advance(25 * minute)
    await agent.send(userId, createTextMessage('Still here'))
    world.advance(25 * minute)
    await phone.sendText('So am I')
    assert.deepEqual(await endedOf(userId), [])
  }
  world.advance(32 * minute)
  const [ended, ...more] = await endedOf(userId)
  assert.deepEqual([ended.messageCount, more], [5, []])
})

test('a session that is followed by another has ended, each with its own messages', async () => {
  const phone = agent.phone('sms')
  const userId = await phone.sendText('One')
  world.advance(40 * minute)
  await phone.sendText('Two')
  await phone.sendText('Three')
  const [first, second] = await sessionsOf(userId)
  const brief = async () => (await endedOf(userId)).map(({ sessionId, messageCount }) => [sessionId, messageCount])
  assert.deepEqual(await brief(), [[first, 1]])
  world.advance(40 * minute)
  assert.deepEqual(await brief(), [
    [first, 1],
    [second, 2],
  ])
})

test('typing alone creates no session that could end', async () => {
  const phone = agent.phone('sms')
  await agent.receive('sms', { kind: 'typing', from: phone.address })
  const { rows } = await pool.query('select asid from identities where address = $1', [phone.address])
  world.advance(40 * minute)
  assert.deepEqual(await endedOf(rows[0].asid), [])
})

test('all sessions end even if there are more than fit into one batch', async () => {
  const at = world.now()
  await pool.query(
    `insert into conversations (agent_key, asid, channel, session_id, session_started_at, last_content_at, created_at)
     select $1, 'many-' || n, 'sms', 'ses-' || n, $2, $2, $2 from generate_series(1, 1200) as n`,
    [agent.key.key, at],
  )
  await pool.query(
    `insert into sessions (agent_key, asid, id, channel, started_at)
     select $1, 'many-' || n, 'ses-' || n, 'sms', $2 from generate_series(1, 1200) as n`,
    [agent.key.key, at],
  )
  world.advance(32 * minute)
  await bench.chore('end-sessions')
  const { rows } = await pool.query("select count(*) from sessions where ended_at is null and asid like 'many-%'")
  assert.equal(rows[0].count, 0)
})

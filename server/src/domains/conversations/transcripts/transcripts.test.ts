import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { transcripts } from './transcripts.ts'

const server = await createTestApp()
const { db, pool } = server.database
const { id, orgId } = await createTestAgent(server)
const { rows } = await pool.query('select agent_key::int as key from agents where id = $1', [id])
const agent = { key: rows[0].key as number, id, orgId }
const day = 86_400_000
const start = new Date('2030-01-01T09:00:00Z')
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds)

/** A session with an event at each of these times. */
async function session(name: string, times: readonly number[], endedAt?: Date) {
  const asid = `asid_${name}`
  await pool.query(
    `insert into sessions (agent_key, asid, id, channel, started_at, ended_at) values ($1, $2, $3, 'rcs', $4, $5)`,
    [agent.key, asid, name, start, endedAt],
  )
  await pool.query(
    `insert into conversation_events (agent_key, id, asid, session_id, channel, provider, type, event, at)
     select $1, $2 || '_' || n, $3, $2, 'rcs', 'test', 'message', '{"type":"message","message":{"text":"Hello"}}', at
       from unnest($4::timestamptz[]) with ordinality as said (at, n)`,
    [agent.key, name, asid, times.map(later)],
  )
  return (await transcripts.findSession(db, agent, { sessionId: name })) ?? assert.fail()
}

test('the transcript of an ended session extends to its end, and that of an open session over two days, within the requested time', async () => {
  const span = { since: later(-day), now: later(10 * day) }
  const ids = async (of: Awaited<ReturnType<typeof session>>, since = span.since) =>
    (await transcripts.listEntries(db, agent, of, { ...span, since })).map(
      (line) => line.from === 'person' && line.eventId,
    )
  const times = [0, day, 3 * day, 5 * day]
  assert.deepEqual(await ids(await session('ended', times, later(4 * day))), ['ended_1', 'ended_2', 'ended_3'])
  const going = await session('going', times)
  assert.deepEqual(await ids(going), ['going_1', 'going_2'])
  assert.deepEqual(await ids(going, later(2 * day)), ['going_3'])
})

test('a transcript contains at most 500 entries of a session, oldest first', async () => {
  const going = await session(
    'long',
    Array.from({ length: 600 }, (_, at) => at * 1000),
  )
  const lines = await transcripts.listEntries(db, agent, going, { since: start, now: later(day) })
  assert.deepEqual([lines.length, lines.at(-1)?.at], [500, later(499_000)])
})

test('a session is found by its id alone, only in its own agent', async () => {
  await session('named', [0])
  assert.equal((await transcripts.findSession(db, agent, { sessionId: 'named' }))?.asid, 'asid_named')
  assert.equal(await transcripts.findSession(db, agent, { sessionId: 'named', asid: 'asid_long' }), undefined)
  assert.equal(await transcripts.findSession(db, { ...agent, key: agent.key + 1 }, { sessionId: 'named' }), undefined)
})

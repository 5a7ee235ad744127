import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openToolService } from '../../testing/actions-bench.ts'
import { assertStatus } from '../../testing/client.ts'
import { createRuntimeBench, type RuntimeAgent, toolCallAnswer } from '../../testing/runtime-bench.ts'
import { insertNotice } from './actions/notices/queries.ts'
import { saveTurn } from './state/queries.ts'
import { startToolCall } from './tools/queries.ts'

/** Data of deleted people and expired data are removed completely, in batches. */

const bench = await createRuntimeBench()
const { play, pool, world, runtime } = bench
const { db } = bench.server.database
const slack = await openToolService()
const general = { id: 'general', name: 'General', body: 'Help.', uses: ['people', 'notify'], isDefault: true }

async function newAgent(): Promise<RuntimeAgent> {
  const agent = await bench.agent({ playbooks: [general] }, 'sms')
  const notifications = { operator: { provider: 'slack' }, slackWebhookUrl: slack.url }
  assertStatus(await agent.api.put('/notifications', notifications), 200)
  return agent
}

const byConversation = ['runtime_conversations', 'turns', 'tool_calls', 'session_reviews', 'team_notices']
const tables = [...byConversation, 'appointment_reminders']

/** The tables that have rows of an agent, of one conversation or of all. */
async function keepers({ key }: RuntimeAgent, asid?: string): Promise<string[]> {
  const found = (asid === undefined ? tables : byConversation).map(async (table) => {
    const { rowCount } = await pool.query(
      `select from ${table} where agent_key = $1 ${asid === undefined ? '' : 'and asid = $2'} limit 1`,
      [key.key, ...(asid === undefined ? [] : [asid])],
    )
    return rowCount ? [table] : []
  })
  return (await Promise.all(found)).flat()
}

const plant = async ({ key }: RuntimeAgent, { rows = 1, at = world.now(), asid = 'planted' } = {}): Promise<void> => {
  const inserts = [
    `runtime_conversations (agent_key, asid, session_id, state, updated_at)
     select $1, concat($2::text, nullif(n, 1)), '', '{}', $3::timestamptz`,
    `turns (agent_key, id, asid, session_id, channel, at, record) select $1, $2 || n, $2, '', 'sms', $3, '{}'`,
    `tool_calls (agent_key, asid, event_id, call_key, at) select $1, $2, n, '', $3`,
    `session_reviews (agent_key, asid, session_id, created_at) select $1, $2, n, $3`,
    `appointment_reminders (agent_key, appointment_id, start_utc, created_at) select $1, $2 || n, $3, $3`,
    `team_notices (agent_key, id, asid, text, created_at) select $1, $2 || n, $2, '', $3`,
  ]
  for (const insert of inserts) {
    await pool.query(`insert into ${insert} from generate_series(1, $4::int) as n`, [key.key, asid, at, rows])
  }
}

test('erasing a person in the middle of a turn leaves no data behind', async () => {
  const agent = await newAgent()
  const person = agent.createPerson('sms')
  play('Hello.')
  await person.sendText('Hi')
  const { id } = await person.person()
  const callCount = slack.calls.length
  play(async (_, n) => {
    if (n === 0) assertStatus(await agent.api.del(`/people/${id}`), 204)
    const calls = [
      toolCallAnswer('notify.team', { text: 'Somebody is here.' }),
      toolCallAnswer('people.save', { firstName: 'Alex' }),
    ]
    return calls[n] ?? 'Too late.'
  })
  await person.phone.sendText('Tell them that I am here')
  await bench.work()
  assert.deepEqual([await keepers(agent), slack.calls.length], [[], callCount])
})

/** Resolves when it waits for another transaction's lock, or is done. */
async function untilWaiting(acting: Promise<unknown>): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  acting.then(end, end)
  const waiting = `select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`
  while (!isOver && (await pool.query(waiting)).rowCount === 0) await wait(5)
}

test('a write to a conversation waits for a running erasure, and then stores nothing', async () => {
  const agent = await newAgent()
  const { key } = agent
  const now = world.now()
  const state = { reached: [], history: [] }
  const turn = { id: 'trn', sessionId: '', channel: 'sms', sandbox: false, at: now, record: { modelCalls: [] } }
  const acts: ((asid: string) => Promise<unknown>)[] = [
    (asid) => saveTurn(db, key, { ...turn, asid }, state),
    (asid) => startToolCall(db, key, { asid, eventId: 'evt', call: 'call' }, now),
    (asid) => insertNotice(db, key, { id: 'ntc', asid, text: 'Words', due: now }),
    (asid) => runtime.recordInitiation(key, asid, { text: 'Words' }),
  ]
  for (const act of acts) {
    const asid = await agent.phone('sms').sendText('Hello')
    const eraser = await pool.connect()
    await eraser.query('begin')
    await eraser.query('delete from conversations where agent_key = $1 and asid = $2', [key.key, asid])
    await eraser.query('insert into erased_conversations values ($1, $2, $3)', [key.key, asid, now])
    const acting = act(asid)
    await untilWaiting(acting)
    await eraser.query('commit')
    eraser.release()
    await acting
    assert.deepEqual(await keepers(agent, asid), [], String(act))
  }
})

test('an initiation with a person who never wrote is stored, but not one with an erased person', async () => {
  const agent = await newAgent()
  const { id } = assertStatus(await agent.api.post('/people', { fullName: 'Somebody' }), 201)
  const identity = { channel: 'sms', address: '+12025550177' }
  const { asid } = assertStatus(await agent.api.post(`/people/${id}/identities`, identity), 201)
  await runtime.recordInitiation(agent.key, asid, { text: 'Spring is here.' })
  assert.deepEqual(await keepers(agent, asid), ['runtime_conversations'])
  assertStatus(await agent.api.del(`/people/${id}`), 204)
  await runtime.recordInitiation(agent.key, asid, { text: 'Summer is here.' })
  assert.deepEqual(await keepers(agent, asid), [])
})

test('late writes after an erasure are deleted three minutes later', async () => {
  const agent = await newAgent()
  const person = agent.createPerson('sms')
  play('Hello.')
  await person.sendText('Hi')
  const asid = person.userId()
  assertStatus(await agent.api.del(`/people/${(await person.person()).id}`), 204)
  await plant(agent, { asid })
  world.advance(170_000)
  await bench.chore('delete-late-writes')
  assert.deepEqual(await keepers(agent, asid), byConversation, 'a turn may still be going on')
  world.advance(11_000)
  await bench.chore('delete-late-writes')
  assert.deepEqual(await keepers(agent, asid), [])
})

test('years of turns are deleted in chunks that fit the statement timeout: by age, and with their agent', async (t) => {
  await pool.query(`create function refuse_many() returns trigger language plpgsql as
    $$ begin if (select count(*) from gone) > 10000 then raise exception 'too many at once'; end if; return null; end $$`)
  for (const table of tables) {
    await pool.query(`create trigger refuse_many after delete on ${table} referencing old table as gone
      for each statement execute function refuse_many()`)
  }
  t.after(() => pool.query('drop function refuse_many cascade'))
  const agent = await newAgent()
  await plant(agent, { rows: 10_001, at: new Date(world.now().getTime() - 400 * 86_400_000) })
  for (const chore of ['delete-old-turns', 'delete-old-calls', 'delete-old-notices']) await bench.chore(chore)
  assert.deepEqual(await keepers(agent), [])
  await plant(agent, { rows: 10_001 })
  assertStatus(await agent.api.del(''), 204)
  assert.deepEqual(await keepers(agent), [])
})

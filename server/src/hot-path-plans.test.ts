// Own process: it records what the driver sends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTextMessage } from './testing/gateway-bench.ts'
import { createOutreachBench } from './testing/outreach-bench.ts'
import { createStatementRecorder, explainStatements } from './testing/statement-plans.ts'

/**
 * The statements of the pipelined connections carry every message, event, send and receipt. Their plans must not depend
 * on what PostgreSQL believes about their tables.
 */

const { recorded, record } = createStatementRecorder()
const filledTables = ['identities', 'conversations', 'messages', 'conversation_events', 'work_lanes']
const rowsPerTable = 100_000

/** Accepting, claiming lanes and reading them, sending, writing results and receipts, releasing lanes. */
const expectedParts = [
  'insert into messages',
  'returning l.lane, l.version',
  'json_populate_record',
  'from wanted',
  'given.work_token',
  'm.delivered_at',
  'delete from work_lanes',
]

const bench = await createOutreachBench()
const { server, work } = bench
const url = server.database.url()
const client = new pg.Client({ connectionString: url })

test('plans are the same on empty, on unanalyzed and on analyzed tables', async (t) => {
  await client.connect()
  t.after(() => client.end())
  await driveHotPaths()
  const texts = [...pipelined()].map(({ text }) => text)
  for (const part of expectedParts)
    assert.ok(
      texts.some((text) => text.includes(part)),
      part,
    )
  // Without triggers, and without the autovacuum, which would analyze the tables in between.
  await client.query(`set session_replication_role = replica`)
  for (const table of filledTables) await client.query(`alter table ${table} set (autovacuum_enabled = off)`)
  await client.query(`truncate ${filledTables} cascade`)
  const onEmpty = await explainAll()
  await fillTables()
  assertSamePlans(onEmpty, await explainAll(), 'on unanalyzed tables')
  await pretendLanesWereEmpty()
  assertSamePlans(onEmpty, await explainAll(), 'on lanes that were empty when they were analyzed')
  await client.query(`analyze ${filledTables}`)
  assertSamePlans(onEmpty, await explainAll(), 'on analyzed tables')
})

/** With one plan for all executions. */
function* pipelined() {
  for (const one of recorded.values()) if (one.options.includes('plan_cache_mode=force_generic_plan')) yield one
}

const explainAll = async () =>
  new Map((await explainStatements(url, pipelined())).map(({ options, text, plan }) => [`${options}\n${text}`, plan]))

function assertSamePlans(expected: Map<string, string>, actual: Map<string, string>, when: string): void {
  const differences = [...expected].flatMap(([statement, plan]) =>
    actual.get(statement) === plan ? [] : [`${when}: ${statement}\n${plan}\nbecomes\n${actual.get(statement)}`],
  )
  assert.deepEqual(differences, [])
}

async function driveHotPaths(): Promise<void> {
  const agent = await bench.agent('rcs', 'sms')
  const outreach = await agent.outreach('Good news', { class: 'marketing' })
  await agent.call('DELETE', '/v4/webhook')
  const phone = agent.phone('sms')
  await phone.set({ receipts: 'manual' })
  const userId = await phone.sendText('Hello')
  await record(async () => {
    const person = await agent.createPerson({ firstName: 'Ada' })
    await agent.accepted(outreach, { recipient: { asid: person.asid }, idempotencyKey: 'a key' })
    await work()
    await person.phone.sendText('When are you open?')
    await work()
    const messages = [createTextMessage('At nine')]
    const { body } = await agent.call('POST', '/v4/messages', { userId, messages })
    await work()
    await phone.receipt(body.results[0].messageId, 'delivered')
    await work()
  })
}

/** One row for each of so many people. */
const fillStatements = [
  `insert into identities (agent_key, asid, channel, address, address_hash, created_at)
   select 1, 'usr_' || n, 'sms', '+1202' || 1000000 + n, sha256(n::text::bytea), now() from generate_series(1, $1::int) as n`,
  `insert into conversations (agent_key, asid, channel, session_id, session_started_at, last_content_at, created_at)
   select 1, 'usr_' || n, 'sms', 'ses_' || n, now(), now(), now() from generate_series(1, $1::int) as n`,
  `insert into messages (agent_key, id, asid, session_id, channel, message, accepted_at, due_at)
   select 1, 'msg_' || n, 'usr_' || n % 5000, 'ses_1', 'sms', '{}', now(), case when n % 50 = 0 then now() end
     from generate_series(1, $1::int) as n`,
  `insert into conversation_events (agent_key, id, asid, session_id, channel, provider, type, event, at, due_at)
   select 1, 'evt_' || n, 'usr_' || n % 5000, 'ses_1', 'sms', 'lab', 'status', '{}', now() + n * interval '1 ms',
          case when n % 50 = 0 then now() end
     from generate_series(1, $1::int) as n`,
  `insert into work_lanes (kind, lane, ready_at, version)
   select 'conversations.' || case n % 2 when 0 then 'message' else 'event' end, 'lane ' || n, now(), 1
     from generate_series(1, $1::int) as n`,
]

async function fillTables(): Promise<void> {
  for (const text of fillStatements) await client.query(text, [rowsPerTable])
}

/** Between bursts the table of lanes has pages, and no rows: this is when it is analyzed most often. */
async function pretendLanesWereEmpty(): Promise<void> {
  await client.query(`create table kept_lanes as select * from work_lanes`)
  await client.query(`delete from work_lanes`)
  await client.query(`analyze work_lanes`)
  await client.query(`insert into work_lanes select * from kept_lanes`)
}

// Own process: it records what the driver sends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutreachBench } from './testing/outreach-bench.ts'
import {
  createStatementRecorder,
  explainStatements,
  multiplyRows,
  type StatementPlan,
} from './testing/statement-plans.ts'

/** A plan that PostgreSQL keeps must be right whether its tables are empty, full, or filled since the last ANALYZE. */

const { recorded, record } = createStatementRecorder()

/** Tables with a row for each person, message or send. */
const largeTables = [
  'people',
  'identities',
  'people_search_keys',
  'conversations',
  'sessions',
  'messages',
  'conversation_events',
  'dispatches',
  'sends',
  'runtime_conversations',
  'turns',
  'capabilities',
  'stops',
]
const rowsPerTable = 20_000

const bench = await createOutreachBench()
const { server, work } = bench
const { pool } = server.database

test('statements of named sends and of inbound messages never use a sequential scan on a large table', async () => {
  await driveHotPaths()
  assert.ok(recorded.size > 60, `${recorded.size} statements`)
  const onFew = await explainAll()
  await multiplyRows(server.database.url(), largeTables, rowsPerTable)
  const onMany = await explainAll()
  await pool.query('analyze')
  const onAnalyzed = await explainAll()
  for (const plans of [onFew, onMany, onAnalyzed]) assert.deepEqual(plans.flatMap(findScan), [])
})

async function driveHotPaths(): Promise<void> {
  const agent = await bench.agent('rcs')
  const outreach = await agent.outreach('Good news', { class: 'marketing' })
  const drive = async (round: number) => {
    const person = await agent.createPerson({ firstName: 'Ada' })
    await agent.accepted(outreach, { recipient: { asid: person.asid }, idempotencyKey: `key ${round}` })
    await work()
    await person.phone.sendText('When are you open?')
    await work()
  }
  await drive(0)
  await record(async () => {
    for (const round of [1, 2]) await drive(round)
  })
}

const explainAll = () => explainStatements(server.database.url(), recorded.values())

function findScan({ text, plan }: StatementPlan): string[] {
  const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table as string)
  return scanned.filter((table) => largeTables.includes(table)).map((table) => `${table}: ${text.replace(/\s+/g, ' ')}`)
}

// Own process: it records what the driver sends.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { createOutreachBench } from './testing/outreach-bench.ts'

/** A plan that PostgreSQL keeps must be right whether its tables are empty, full, or filled since the last ANALYZE. */

type Recorded = { text: string; options: string }
const recorded = new Map<string, Recorded>()
let isRecording = false

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [first, second] = given as [string | pg.QueryConfig, unknown]
  const { text, values } = typeof first === 'string' ? { text: first, values: second } : first
  const { options = '' } = (this as unknown as { connectionParameters: { options?: string } }).connectionParameters
  if (isRecording && Array.isArray(values) && /^\s*(select|insert|update|delete|with)\b/i.test(text))
    recorded.set(`${options} ${text}`, { text, options })
  return Reflect.apply(query, this, given) as unknown
} as typeof query
after(() => {
  pg.Client.prototype.query = query
})

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
  await multiplyRows()
  const onMany = await explainAll()
  await pool.query('analyze')
  const onAnalyzed = await explainAll()
  for (const plans of [onFew, onMany, onAnalyzed]) assert.deepEqual(plans.flatMap(findScan), [])
})

async function driveHotPaths(): Promise<void> {
  const agent = await bench.agent('rcs')
  const outreach = await agent.outreach('Good news', { class: 'marketing' })
  for (let round = 0; round < 3; round++) {
    isRecording = round > 0
    const person = await agent.createPerson({ firstName: 'Ada' })
    await agent.accepted(outreach, { recipient: { asid: person.asid }, idempotencyKey: `key ${round}` })
    await work()
    await person.phone.sendText('When are you open?')
    await work()
  }
  isRecording = false
}

type Plan = { text: string; plan: string }

/** Under the settings of the connection on which each statement ran. */
async function explainAll(): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const [options, statements] of Map.groupBy(recorded.values(), (one) => one.options)) {
    const client = new pg.Client({ connectionString: server.database.url(), options })
    await client.connect()
    await client.query('set plan_cache_mode = force_generic_plan')
    for (const { text } of statements) plans.push({ text, plan: await explainGeneric(client, text) })
    await client.end()
  }
  return plans
}

async function explainGeneric(client: pg.Client, text: string): Promise<string> {
  await client.query(`prepare explained as ${text}`)
  const { rows } = await client.query(
    `select cardinality(parameter_types) as parameters from pg_prepared_statements where name = 'explained'`,
  )
  const values = Array.from({ length: rows[0].parameters }, () => 'null')
  const explained = await client.query(`explain (costs off) execute explained${values.length ? `(${values})` : ''}`)
  await client.query('deallocate explained')
  return explained.rows.map((row) => row['QUERY PLAN']).join('\n')
}

function findScan({ text, plan }: Plan): string[] {
  const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table as string)
  return scanned.filter((table) => largeTables.includes(table)).map((table) => `${table}: ${text.replace(/\s+/g, ' ')}`)
}

/** Copies each row many times under other keys, without statistics about the copies. */
async function multiplyRows(): Promise<void> {
  const client = new pg.Client({ connectionString: server.database.url() })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  for (const table of largeTables) {
    const { rows: columns } = await client.query<{ name: string; type: string; keyed: boolean }>(
      `select attname as name, format_type(atttypid, null) as type,
              exists (select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey)) as keyed
         from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    )
    const names = columns.map(({ name }) => `"${name}"`)
    const values = columns.map(({ name, type, keyed }) => {
      if (!keyed || name === 'agent_key' || name === 'binding_key') return `"${name}"`
      if (type === 'text') return `"${name}" || '-' || n`
      return type === 'bigint' ? `"${name}" + 1000 * n` : `"${name}"`
    })
    await client.query(
      `insert into ${table} (${names}) overriding system value
       select ${values} from (select * from ${table} limit 1) as one, generate_series(1, $1::int) as n
           on conflict do nothing`,
      [rowsPerTable],
    )
  }
  await client.end()
}

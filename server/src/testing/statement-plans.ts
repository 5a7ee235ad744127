import { after } from 'node:test'
import pg from 'pg'

export type RecordedStatement = { text: string; options: string }
/** The options of the connection that a statement ran on, its text, and its generic plan without costs. */
export type StatementPlan = RecordedStatement & { plan: string }

export type StatementRecorder = {
  recorded: Map<string, RecordedStatement>
  record<T>(run: () => Promise<T>): Promise<T>
}

/** Records the statements with values that the driver sends, until the tests of the file have ended. */
export function createStatementRecorder(): StatementRecorder {
  const recorded = new Map<string, RecordedStatement>()
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
  return {
    recorded,
    async record(run) {
      isRecording = true
      try {
        return await run()
      } finally {
        isRecording = false
      }
    },
  }
}

/** Under the settings of the connection on which each statement ran. */
export async function explainStatements(
  url: string,
  statements: Iterable<RecordedStatement>,
): Promise<StatementPlan[]> {
  const plans: StatementPlan[] = []
  for (const [options, group] of Map.groupBy(statements, (one) => one.options)) {
    const client = new pg.Client({ connectionString: url, options })
    await client.connect()
    await client.query('set plan_cache_mode = force_generic_plan')
    for (const { text } of group) plans.push({ text, options, plan: await explainGeneric(client, text) })
    await client.end()
  }
  return plans
}

/** PostgreSQL before 16 has no `explain (generic_plan)`. */
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

/** Copies one row of each table many times under other keys, without statistics about the copies. */
export async function multiplyRows(url: string, tables: readonly string[], amount: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  for (const table of tables) {
    const { rows: columns } = await client.query<{ name: string; type: string; keyed: boolean }>(
      `select attname as name, format_type(atttypid, null) as type,
              exists (select from pg_index where indrelid = attrelid and indisunique and attnum = any(indkey)) as keyed
         from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    )
    const names = columns.map(({ name }) => `"${name}"`)
    const values = columns.map(({ name, type, keyed }) => {
      if (!keyed || name === 'agent_key' || name === 'binding_key' || name === 'kind') return `"${name}"`
      if (type === 'text') return `"${name}" || '-' || n`
      return type === 'bigint' ? `"${name}" + 1000 * n` : `"${name}"`
    })
    await client.query(
      `insert into ${table} (${names}) overriding system value
       select ${values} from (select * from ${table} limit 1) as one, generate_series(1, $1::int) as n
           on conflict do nothing`,
      [amount],
    )
  }
  await client.end()
}

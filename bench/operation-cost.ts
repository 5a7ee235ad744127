import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readFamilyMilliseconds, readProcessorMilliseconds } from '../server/src/testing/processor-time.ts'

/** What one operation costs, or a second without operations. */
export type OperationCost = Record<(typeof costNames)[number], number>
export type StatementCost = { query: string; calls: number; milliseconds: number }
/** `background` is what the process does without operations, per second; the cost of an operation excludes it. */
export type MeasuredOperation = { cost: OperationCost; statements: StatementCost[]; background: OperationCost }

type Totals = OperationCost & { byQuery: Map<string, StatementCost>; at: number }

/** Read as soon as the work has ended. */
const promptNames = ['statements', 'walBytes', 'serverMilliseconds', 'databaseMilliseconds'] as const
/** A connection that becomes idle reports these within ten seconds. */
const delayedNames = ['commits', 'rowsWritten', 'fullPageImages'] as const
const costNames = [...promptNames, ...delayedNames] as const
const statsDelayMilliseconds = 10_500
const idleMilliseconds = 3_000
const quietMilliseconds = 1_000
const maxWaits = 120

/** Measures the processes of one server and their PostgreSQL, which needs `pg_stat_statements`. */
export type CostMeter = {
  /** `run` performs `amount` operations. What the server does on its own in that time is subtracted. */
  measure(amount: number, run: () => Promise<unknown>): Promise<MeasuredOperation>
  close(): Promise<void>
}

type Sources = { client: pg.Client; serverPids: readonly number[]; postmaster: number }

export async function openCostMeter(
  url: string,
  { serverPids, postmaster }: Omit<Sources, 'client'>,
): Promise<CostMeter> {
  const client = new pg.Client({ connectionString: url, application_name: 'cost meter' })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const read = () => readTotals({ client, serverPids, postmaster })

  return {
    async measure(amount, run) {
      await waitUntilQuiet(client)
      // What earlier work has not reported yet would count as background.
      await sleep(statsDelayMilliseconds)
      const idleStart = await read()
      await sleep(idleMilliseconds)
      const before = await read()
      const idle = [idleStart, before] as const
      const background = mapCost(costNames, (name) => (idle[1][name] - idle[0][name]) / secondsBetween(...idle))
      await run()
      // Receipts, follow-up work and logs belong to the operations.
      await waitUntilQuiet(client)
      const prompt = await read()
      await sleep(statsDelayMilliseconds)
      const delayed = await read()
      const compute = (after: Totals) => (name: (typeof costNames)[number]) =>
        Math.max(0, after[name] - before[name] - background[name] * secondsBetween(before, after)) / amount
      const cost = { ...mapCost(promptNames, compute(prompt)), ...mapCost(delayedNames, compute(delayed)) }
      return { cost, statements: compareStatements({ before, after: prompt, idle }, amount), background }
    },
    close: () => client.end(),
  }
}

const secondsBetween = (before: Totals, after: Totals): number => (after.at - before.at) / 1000

const mapCost = <Name extends string>(names: readonly Name[], compute: (name: Name) => number): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, compute(name)])) as Record<Name, number>

/** Resolves once no statement has written anything for a while. */
async function waitUntilQuiet(client: pg.Client): Promise<void> {
  const readRecords = async () =>
    (await client.query('select sum(wal_records)::text as records from pg_stat_statements')).rows[0].records
  let records = await readRecords()
  for (let waits = 0; waits < maxWaits; waits++) {
    await sleep(quietMilliseconds)
    const now = await readRecords()
    if (now === records) return
    records = now
  }
  throw new Error('the process never became quiet')
}

const totalsQuery = `
  select (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits,
         (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables)::float8 as "rowsWritten",
         (select wal_fpi from pg_stat_wal)::float8 as "fullPageImages",
         (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes"`
/** The statements of the meter itself do not count. */
const statementsQuery = `
  select query, sum(calls)::float8 as calls, sum(total_exec_time + total_plan_time)::float8 as milliseconds
    from pg_stat_statements join pg_database on pg_database.oid = dbid
   where datname = current_database() and query not like '%pg_stat_%' group by query`

async function readTotals({ client, serverPids, postmaster }: Sources): Promise<Totals> {
  const { rows } = await client.query<StatementCost>(statementsQuery)
  const { rows: totals } = await client.query(totalsQuery)
  return {
    ...totals[0],
    statements: rows.reduce((sum, { calls }) => sum + calls, 0),
    byQuery: new Map(rows.map((row) => [row.query, row])),
    serverMilliseconds: serverPids.reduce((sum, pid) => sum + readProcessorMilliseconds(pid), 0),
    databaseMilliseconds: readFamilyMilliseconds(postmaster),
    at: performance.now(),
  }
}

type Readings = { before: Totals; after: Totals; idle: readonly [Totals, Totals] }

/** The statements of an operation, those of the background subtracted. */
function compareStatements({ before, after, idle }: Readings, amount: number): StatementCost[] {
  const idleRuns = secondsBetween(before, after) / secondsBetween(...idle)
  return [...after.byQuery.values()]
    .map(({ query, calls, milliseconds }) => {
      const earlier = before.byQuery.get(query)
      const quiet = idle.map(({ byQuery }) => byQuery.get(query))
      const perOperation = (now: number, name: 'calls' | 'milliseconds') =>
        (now - (earlier?.[name] ?? 0) - ((quiet[1]?.[name] ?? 0) - (quiet[0]?.[name] ?? 0)) * idleRuns) / amount
      return {
        query: query.replaceAll(/\s+/g, ' ').trim(),
        calls: perOperation(calls, 'calls'),
        milliseconds: perOperation(milliseconds, 'milliseconds'),
      }
    })
    .filter(({ calls }) => calls >= 0.01)
    .sort((first, second) => second.calls - first.calls)
}

/** Prints the statements of the operation, and what the process does on its own. */
export function printOperation(name: string, measured: MeasuredOperation): void {
  const { cost, statements, background } = measured
  console.log(
    `${name}: ${cost.statements.toFixed(2)} statements, ${cost.commits.toFixed(2)} commits, ` +
      `${cost.rowsWritten.toFixed(2)} rows written, ${Math.round(cost.walBytes)} bytes of WAL ` +
      `(${cost.fullPageImages.toFixed(3)} full page images), ${cost.serverMilliseconds.toFixed(2)} ms server, ` +
      `${cost.databaseMilliseconds.toFixed(2)} ms database`,
  )
  for (const statement of statements) printStatement(statement)
  console.log(
    `  without operations, subtracted: ${background.statements.toFixed(1)} statements, ` +
      `${background.serverMilliseconds.toFixed(0)} ms server and ${background.databaseMilliseconds.toFixed(0)} ms ` +
      'database a second',
  )
}

function printStatement({ query, calls, milliseconds }: StatementCost): void {
  console.log(
    `  ${calls.toFixed(2).padStart(6)} calls ${milliseconds.toFixed(3).padStart(7)} ms  ${query.slice(0, 150)}`,
  )
}

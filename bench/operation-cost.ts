import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** What one operation costs, or a second without operations. */
export type OperationCost = {
  statements: number
  commits: number
  rowsWritten: number
  walBytes: number
  serverMilliseconds: number
  databaseMilliseconds: number
}
export type StatementCost = { query: string; calls: number; milliseconds: number }
export type MeasuredOperation = { cost: OperationCost; statements: StatementCost[] }

type Totals = OperationCost & { byQuery: Map<string, StatementCost> }

const idleMilliseconds = 3_000
const quietMilliseconds = 1_000
const maxWaits = 120
const ticksPerSecond = 100

/** Measures a Parley process and its PostgreSQL, which needs `pg_stat_statements`. */
export type CostMeter = {
  /** `run` performs `amount` operations. What the process does on its own in that time is subtracted. */
  measure(amount: number, run: () => Promise<unknown>): Promise<MeasuredOperation>
  close(): Promise<void>
}

export async function openCostMeter(url: string, serverPid: number): Promise<CostMeter> {
  const client = new pg.Client({ connectionString: url, application_name: 'cost meter' })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0].pid)
  const read = () => readTotals(client, { serverPid, postmaster })

  return {
    async measure(amount, run) {
      await waitUntilQuiet(read)
      const idle = await measureIdle(read)
      const before = await read()
      const startedAt = performance.now()
      await run()
      // Receipts, follow-up work and logs belong to the operations.
      await waitUntilQuiet(read)
      const seconds = (performance.now() - startedAt) / 1000
      const after = await read()
      const cost = mapCost((name) => Math.max(0, after[name] - before[name] - idle[name] * seconds) / amount)
      return { cost, statements: compareStatements(before, after, amount) }
    },
    close: () => client.end(),
  }
}

/** Resolves once nothing has been written for a while. */
async function waitUntilQuiet(read: () => Promise<Totals>): Promise<void> {
  let { rowsWritten } = await read()
  for (let waits = 0; waits < maxWaits; waits++) {
    await sleep(quietMilliseconds)
    const now = await read()
    if (now.rowsWritten === rowsWritten) return
    rowsWritten = now.rowsWritten
  }
  throw new Error('the process never became quiet')
}

/** The cost of a second without operations. */
async function measureIdle(read: () => Promise<Totals>): Promise<OperationCost> {
  const before = await read()
  const startedAt = performance.now()
  await sleep(idleMilliseconds)
  const seconds = (performance.now() - startedAt) / 1000
  const after = await read()
  return mapCost((name) => (after[name] - before[name]) / seconds)
}

function mapCost(compute: (name: keyof OperationCost) => number): OperationCost {
  return {
    statements: compute('statements'),
    commits: compute('commits'),
    rowsWritten: compute('rowsWritten'),
    walBytes: compute('walBytes'),
    serverMilliseconds: compute('serverMilliseconds'),
    databaseMilliseconds: compute('databaseMilliseconds'),
  }
}

/** The statements of the meter itself do not count. */
const totalsQuery = `
  select (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits,
         (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables)::float8 as "rowsWritten",
         (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes"`
const statementsQuery = `
  select query, sum(calls)::float8 as calls, sum(total_exec_time + total_plan_time)::float8 as milliseconds
    from pg_stat_statements join pg_database on pg_database.oid = dbid
   where datname = current_database() and query not like '%pg_stat_%' group by query`

async function readTotals(client: pg.Client, pids: { serverPid: number; postmaster: number }): Promise<Totals> {
  const { rows } = await client.query<StatementCost>(statementsQuery)
  const { rows: totals } = await client.query(totalsQuery)
  return {
    ...totals[0],
    statements: rows.reduce((sum, { calls }) => sum + calls, 0),
    byQuery: new Map(rows.map((row) => [row.query, row])),
    serverMilliseconds: readProcessorMilliseconds(pids.serverPid),
    databaseMilliseconds: readFamilyMilliseconds(pids.postmaster),
  }
}

function compareStatements(before: Totals, after: Totals, amount: number): StatementCost[] {
  return [...after.byQuery.values()]
    .map(({ query, calls, milliseconds }) => {
      const earlier = before.byQuery.get(query)
      return {
        query: query.replaceAll(/\s+/g, ' ').trim(),
        calls: (calls - (earlier?.calls ?? 0)) / amount,
        milliseconds: (milliseconds - (earlier?.milliseconds ?? 0)) / amount,
      }
    })
    .filter(({ calls }) => calls >= 0.01)
    .sort((first, second) => second.calls - first.calls)
}

/** Fields of `/proc/<pid>/stat` from the state on; the name before it may contain spaces. */
function readStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const parentOf = (pid: number): number => Number(readStat(pid)[1])

function readProcessorMilliseconds(pid: number): number {
  const [user, system] = readStat(pid).slice(11, 13)
  return ((Number(user) + Number(system)) * 1000) / ticksPerSecond
}

/** Of a process, its living children, and those that it has waited for. */
function readFamilyMilliseconds(parent: number): number {
  const [endedUser, endedSystem] = readStat(parent).slice(13, 15)
  const ended = ((Number(endedUser) + Number(endedSystem)) * 1000) / ticksPerSecond
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readChildMilliseconds(Number(name), parent))
  return children.reduce((sum, milliseconds) => sum + milliseconds, ended + readProcessorMilliseconds(parent))
}

/** A process that ends meanwhile counts nothing here; its parent will have waited for it at the next reading. */
function readChildMilliseconds(pid: number, parent: number): number {
  try {
    return parentOf(pid) === parent ? readProcessorMilliseconds(pid) : 0
  } catch {
    return 0
  }
}

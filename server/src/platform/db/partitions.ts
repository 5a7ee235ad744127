import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayMilliseconds } from '../world.ts'
import type { Db } from './database.ts'
import { deleteInChunks } from './delete-in-chunks.ts'
import { isLockTimeout } from './errors.ts'
import { inTransaction } from './transaction.ts'

/**
 * Tables that are only added to, partitioned by their column `at`: history goes partition by partition, which costs the
 * same however much is in it. What falls outside of all partitions is in the one named `…_default`.
 */

export type PartitionRange = { from: Date; to: Date }
type Partition = PartitionRange & { name: string }
type PartitionTask = (tx: Db) => Promise<unknown>
type HistoryWindow = { now: Date; historyDays: number }

/** The limit regardless of the length of the history: a query over all of it reads every partition. */
const maxPartitions = 30
const partitionsAhead = 2

const defaultPartitionOf = (table: string): string => `${table}_default`
const historyCutoffOf = ({ now, historyDays }: HistoryWindow): Date =>
  new Date(now.getTime() - historyDays * dayMilliseconds)
const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMilliseconds) * dayMilliseconds)

/** How often the work may meet a lock before it is left for the next run, and the pause after each time. */
type LockRetry = { attempts: number; pauseMilliseconds: number }
const defaultLockRetry: LockRetry = { attempts: 4, pauseMilliseconds: 3_000 }

/**
 * Creates missing partitions and drops those that are entirely older than the retention period. It never blocks others
 * for long: a task that meets a lock is left for the next run.
 * @serves all tenants
 */
export async function maintainPartitions(
  db: Db,
  table: string,
  requested: HistoryWindow,
  patient = defaultLockRetry,
): Promise<void> {
  const history = await clampToDatabaseClock(db, requested)
  const spans = findMissingRanges(await listPartitions(db, table), await findOldestUnpartitioned(db, table), history)
  const acts = spans.map((span) => (tx: Db) => createPartition(tx, table, span))
  await runEachWithLockRetry(db, [...acts, ...(await planDrops(db, table, history))], patient)
  await deleteInChunks(db, defaultPartitionOf(table), sql`at < ${historyCutoffOf(history)}`)
}

/**
 * A clock that runs ahead must not delete history: accepts at most one day ahead of the database.
 * @serves all tenants
 */
async function clampToDatabaseClock(db: Db, { now, historyDays }: HistoryWindow): Promise<HistoryWindow> {
  const { rows } = await sql<{ believed: Date }>`
    select least(${now}::timestamptz, now() + interval '1 day') as believed`.execute(db)
  return { now: rows[0]?.believed ?? now, historyDays }
}

/**
 * Pure: returns the partitions to create, from the last one that has begun until enough are ahead of now. Each ends
 * where the next begins, even where a wrong clock once created some in the future.
 */
export function findMissingRanges(
  known: readonly PartitionRange[],
  oldest: Date | undefined,
  history: HistoryWindow,
): PartitionRange[] {
  const { now, historyDays } = history
  const width = Math.ceil(historyDays / maxPartitions) * dayMilliseconds
  const first = oldest && oldest < now ? oldest : now
  const pastEnds = known.filter(({ from }) => from <= now).map(({ to }) => to.getTime())
  const start = pastEnds.length > 0 ? Math.max(...pastEnds) : startOfDay(first).getTime()
  const spans: PartitionRange[] = []
  let from = Math.max(startOfDay(historyCutoffOf(history)).getTime(), start)
  while (from <= now.getTime() + partitionsAhead * width) {
    const next = Math.min(...known.map((span) => span.from.getTime()).filter((begin) => begin >= from))
    const to = Math.min(from + width, next)
    if (to > from) spans.push({ from: new Date(from), to: new Date(to) })
    from = to > from ? to : rangeEndOf(known, from)
  }
  return spans
}

const rangeEndOf = (known: readonly PartitionRange[], from: number): number =>
  known.find((span) => span.from.getTime() === from)?.to.getTime() ?? Number.POSITIVE_INFINITY

/** Every partition of the table, including the default one. @serves all tenants */
export async function listPartitionTables(db: Db, table: string): Promise<string[]> {
  return [...(await listPartitions(db, table)).map(({ name }) => name), defaultPartitionOf(table)]
}

/** Oldest first. @serves all tenants */
async function listPartitions(db: Db, table: string): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select name, bounds[1]::timestamptz as "from", bounds[2]::timestamptz as "to"
      from (select child.relname as name,
                   regexp_match(pg_get_expr(child.relpartbound, child.oid), 'FROM \\(''(.+)''\\) TO \\(''(.+)''\\)') as bounds
              from pg_inherits join pg_class as child on child.oid = inhrelid
             where inhparent = ${table}::regclass) as partitions
     where bounds is not null
     order by 2`.execute(db)
  return rows
}

/** @serves all tenants */
async function findOldestUnpartitioned(db: Db, table: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from ${sql.table(defaultPartitionOf(table))}`.execute(db)
  return rows[0]?.at ?? undefined
}

/** @serves all tenants */
async function planDrops(db: Db, table: string, history: HistoryWindow): Promise<PartitionTask[]> {
  const old = (await listPartitions(db, table)).filter(({ to }) => to <= historyCutoffOf(history))
  return old.map(
    ({ name }) =>
      (tx) =>
        sql`drop table if exists ${sql.table(name)}`.execute(tx),
  )
}

/**
 * Creates the partition as a separate table and moves its waiting rows into it first, so that attaching it is quick.
 * @serves all tenants
 */
async function createPartition(tx: Db, table: string, { from, to }: PartitionRange): Promise<void> {
  const named = `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`
  const [parent, rest, name] = [table, defaultPartitionOf(table), named].map((one) => sql.table(one))
  await sql`lock table ${rest} in access exclusive mode`.execute(tx)
  // The process that held the lock may have created it.
  if ((await listPartitionTables(tx, table)).includes(named)) return
  await sql`create table ${name} (like ${parent} including defaults including indexes including storage)`.execute(tx)
  await sql`
    with moved as (delete from ${rest} where at >= ${from} and at < ${to} returning *)
    insert into ${name} select * from moved`.execute(tx)
  await sql`
    alter table ${parent} attach partition ${name}
      for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(tx)
}

/** Other sessions queue behind a waiting lock request, so it times out quickly and retries a little later. */
async function runEachWithLockRetry(
  db: Db,
  acts: readonly PartitionTask[],
  { attempts, pauseMilliseconds }: LockRetry,
): Promise<void> {
  let left = attempts
  for (const act of acts) {
    while (!(await tryWithLockTimeout(db, act))) {
      if (--left === 0) return
      await setTimeout(pauseMilliseconds)
    }
  }
}

/** Returns false if another session held a lock. */
async function tryWithLockTimeout(db: Db, act: PartitionTask): Promise<boolean> {
  try {
    await inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = '150ms'`.execute(tx)
      await act(tx)
    })
    return true
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    return false
  }
}

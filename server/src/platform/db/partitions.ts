import { sql } from 'kysely'
import type { Db } from './database.ts'
import { isLocked } from './errors.ts'
import { deleteInPieces } from './in-pieces.ts'
import { inTransaction } from './transaction.ts'

/**
 * Tables that are only added to, partitioned by their column `at`: history goes partition by partition, which costs the
 * same however much is in it. What falls outside of all partitions is in the one named `…_rest`.
 */

export type Span = { from: Date; to: Date }
type Partition = Span & { name: string }
type History = { now: Date; historyDays: number }

const dayMilliseconds = 86_400_000
/** However long history is: whatever looks at all of it looks into each of them. */
const mostPartitions = 30
const ahead = 2

const restOf = (table: string): string => `${table}_rest`
const limitOf = ({ now, historyDays }: History): Date => new Date(now.getTime() - historyDays * dayMilliseconds)
const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMilliseconds) * dayMilliseconds)

/**
 * Drops what is wholly older than history is kept and makes what is missing. Nobody waits for it for long: what cannot be
 * done for somebody's lock is left for the next time.
 * @serves all tenants
 */
export async function keepPartitions(db: Db, table: string, history: History): Promise<void> {
  try {
    await dropOld(db, table, history)
    const spans = missingSpans(await partitionsOf(db, table), await oldestOutside(db, table), history)
    for (const span of spans) await makePartition(db, table, span)
  } catch (error) {
    if (!isLocked(error)) throw error
  }
  await deleteInPieces(db, restOf(table), sql`at < ${limitOf(history)}`)
}

/** Pure: the partitions to be made, each where the one before ends, until there are enough ahead of now. */
export function missingSpans(known: readonly Span[], oldest: Date | undefined, history: History): Span[] {
  const { now, historyDays } = history
  const width = Math.ceil(historyDays / mostPartitions) * dayMilliseconds
  const limit = dayOf(limitOf(history))
  const first = oldest && oldest < now ? oldest : now
  const ends = known.map(({ to }) => to.getTime())
  let from = Math.max(limit.getTime(), ...(ends.length > 0 ? ends : [dayOf(first).getTime()]))
  const spans: Span[] = []
  for (; from <= now.getTime() + ahead * width; from += width) {
    spans.push({ from: new Date(from), to: new Date(from + width) })
  }
  return spans
}

/** All tables that rows of it are in. @serves all tenants */
export async function tablesOf(db: Db, table: string): Promise<string[]> {
  return [...(await partitionsOf(db, table)).map(({ name }) => name), restOf(table)]
}

/** Oldest first. @serves all tenants */
async function partitionsOf(db: Db, table: string): Promise<Partition[]> {
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
async function oldestOutside(db: Db, table: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from ${sql.table(restOf(table))}`.execute(db)
  return rows[0]?.at ?? undefined
}

/** @serves all tenants */
async function dropOld(db: Db, table: string, history: History): Promise<void> {
  const limit = limitOf(history)
  for (const { name, to } of await partitionsOf(db, table)) {
    if (to <= limit) await unhindered(db, (tx) => sql`drop table if exists ${sql.table(name)}`.execute(tx))
  }
}

/** Made beside the table and filled with what has waited for it, so that to attach it takes a moment. @serves all tenants */
async function makePartition(db: Db, table: string, { from, to }: Span): Promise<void> {
  const named = `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`
  const [parent, rest, name] = [table, restOf(table), named].map((one) => sql.table(one))
  await unhindered(db, async (tx) => {
    await sql`lock table ${rest} in access exclusive mode`.execute(tx)
    // Another process may have been waited for that has made it.
    if ((await tablesOf(tx, table)).includes(named)) return
    await sql`create table ${name} (like ${parent} including defaults including indexes including storage)`.execute(tx)
    await sql`
      with moved as (delete from ${rest} where at >= ${from} and at < ${to} returning *)
      insert into ${name} select * from moved`.execute(tx)
    await sql`
      alter table ${parent} attach partition ${name}
        for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(tx)
  })
}

async function unhindered(db: Db, act: (tx: Db) => Promise<unknown>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await act(tx)
  })
}

import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { joinByKey, type KeyedRow, keyColumns, keyedRowsCte } from './keyed-rows.ts'
import type { TaskRow } from './task.ts'
import type { Work } from './work.ts'

export type ClaimedRow = TaskRow & { work_due_at: Date }
export type WorkDepth = { kind: string; due: number; leased: number; oldestDueSeconds: number }

type RowClaim = { now: Date; until: Date; token: string; max: number }

/** A row that still has a token had a lease that expired: its worker crashed, which is counted separately. */
export async function claimRows(db: Db, work: Work, claim: RowClaim): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    with due as (
      select ${keyColumns(work.key, 't')}, t.due_at, t.lease_token, 1 as work_few from ${sql.table(work.table)} as t
       where t.due_at <= ${claim.now} and ${extraConditionOf(work)}
       order by t.due_at limit ${claim.max} for update skip locked)
    update ${sql.table(work.table)} as t
       set due_at = ${claim.until}, lease_token = ${claim.token},
           crashes = t.crashes + case when due.lease_token is null then 0 else 1 end
      from due where ${joinByKey(work.key, 'due')}
    returning t.*, due.due_at as work_due_at`.execute(db)
  return rows
}

export async function nextDueRow(db: Db, work: Work, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    select t.due_at from ${sql.table(work.table)} as t
     where t.due_at > ${now} and ${extraConditionOf(work)} order by t.due_at limit 1`.execute(db)
  return rows[0]?.due_at
}

export type LeaseExtension = { n: number; extended: boolean }

/**
 * Extends the leases and returns those still held. Never waits for a lock: a locked row is being completed or
 * cancelled, and if not, the next heartbeat extends it.
 */
export async function extendRows(db: Db, work: Work, rows: KeyedRow[], until: Date): Promise<LeaseExtension[]> {
  const { rows: kept } = await sql<LeaseExtension>`
    with ${keyedRowsCte(work.table, rows)},
    held as (
      select given.work_n, given.work_token, given.work_few, ${keyColumns(work.key, 'given')} from given
        join ${sql.table(work.table)} as t on ${joinByKey(work.key, 'given')} and t.lease_token = given.work_token),
    free as (
      select held.* from held join ${sql.table(work.table)} as t
          on ${joinByKey(work.key, 'held')} and t.lease_token = held.work_token for update of t skip locked),
    extended as (
      update ${sql.table(work.table)} as t set due_at = ${until} from free
       where ${joinByKey(work.key, 'free')} returning free.work_n)
    select held.work_n as n, extended.work_n is not null as extended from held left join extended using (work_n)`.execute(
    db,
  )
  return kept
}

export async function releaseRows(db: Db, work: Work, rows: KeyedRow[], now: Date): Promise<void> {
  await sql`
    with ${keyedRowsCte(work.table, rows)}
    update ${sql.table(work.table)} as t set due_at = ${now}, lease_token = null
      from given where ${joinByKey(work.key, 'given')} and t.lease_token = given.work_token`.execute(db)
}

export async function readRowDepth(db: Db, work: Work, now: Date): Promise<WorkDepth> {
  const { rows } = await sql<Omit<WorkDepth, 'kind'>>`
    select count(*) filter (where t.lease_token is null and t.due_at <= ${now}) as due,
           count(*) filter (where t.lease_token is not null) as leased,
           coalesce(extract(epoch from ${now}::timestamptz -
             min(t.due_at) filter (where t.lease_token is null and t.due_at <= ${now})), 0)::float8 as "oldestDueSeconds"
      from ${sql.table(work.table)} as t where t.due_at is not null and ${extraConditionOf(work)}`.execute(db)
  return { kind: work.kind, ...rows[0]! }
}

function extraConditionOf(work: Work) {
  return work.where ?? sql`true`
}

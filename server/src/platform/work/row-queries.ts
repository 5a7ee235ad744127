import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type ColumnPair, keyedJoin, matchByIndex } from '../db/keyed-join.ts'
import type { TaskRow, Work } from './task.ts'

/**
 * Rows are sent to PostgreSQL as one JSON parameter and converted to the row type of their table there, so that no
 * column types are needed here.
 */
export type KeyedRow = { n: number; token: string; lane?: string; row: Record<string, unknown> }

/** Builds the CTE `given`: the table's columns plus `work_n`, `work_token` and `work_lane`. */
export function keyedRowsCte(table: string, rows: KeyedRow[]): RawBuilder<unknown> {
  return sql`given as materialized (
    select g.n as work_n, g.token as work_token, g.lane as work_lane, ${keyedJoin.column}, r.*
      from json_to_recordset(${JSON.stringify(rows)}::json) as g(n int, token text, lane text, "row" json)
     cross join lateral json_populate_record(null::${sql.table(table)}, g."row") as r)`
}

/** Joins a CTE with `keyedJoin.column` to the table `t` by key. */
export function joinByKey(key: readonly string[], other: 'given' | 'due' | 'held' | 'free'): RawBuilder<unknown> {
  const pairs = key.map((column) => [sql.ref(`t.${column}`), sql.ref(`${other}.${column}`)] as const)
  return sql`${matchByIndex(pairs as [ColumnPair, ...ColumnPair[]])} and ${keyedJoin.condition(other)}`
}

export function matchColumns(one: string, key: readonly string[], other: string): RawBuilder<unknown> {
  const pairs = key.map((column) => sql`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${column}`)}`)
  return sql.join(pairs, sql` and `)
}

export function keyColumns(key: readonly string[], from: 't' | 'given'): RawBuilder<unknown> {
  return sql.join(key.map((column) => sql.ref(`${from}.${column}`)))
}

export function pickKey(key: readonly string[], row: object): Record<string, unknown> {
  return Object.fromEntries(key.map((column) => [column, (row as Record<string, unknown>)[column]]))
}

/** Returns one text per row, the same whether its numbers are numbers or text. */
export function rowIdOf(key: readonly string[], row: object): string {
  return JSON.stringify(key.map((column) => String((row as Record<string, unknown>)[column])))
}

/** Converts a value to JSON for a column: text for a json column is already JSON, as always with our driver. */
export function toJsonColumn(value: unknown, type: string | undefined): unknown {
  if (typeof value === 'string' && (type === 'json' || type === 'jsonb')) return JSON.parse(value)
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return typeof value === 'bigint' ? String(value) : value
}

export type ColumnTypes = Map<string, string>

/** Reads the types once, on first use. */
export function createColumnTypesReader(db: Db, table: string): () => Promise<ColumnTypes> {
  let types: Promise<ColumnTypes> | undefined
  return () => {
    types ??= readColumnTypes(db, table).catch((error) => {
      types = undefined
      throw error
    })
    return types
  }
}

async function readColumnTypes(db: Db, table: string): Promise<ColumnTypes> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

export type ClaimedRow = TaskRow & { work_due_at: Date }
export type WorkDepth = { kind: string; due: number; leased: number; oldestDueSeconds: number }

type RowClaim = { now: Date; until: Date; token: string; max: number }

/** A row that still has a token had a lease that expired: its worker crashed, which is counted separately. */
export async function claimRows(db: Db, work: Work, claim: RowClaim): Promise<ClaimedRow[]> {
  const { rows } = await sql<ClaimedRow>`
    with due as materialized (
      select ${keyColumns(work.key, 't')}, t.due_at, t.lease_token, ${keyedJoin.column} from ${sql.table(work.table)} as t
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
 * canceled, and if not, the next heartbeat extends it.
 */
export async function extendRows(db: Db, work: Work, rows: KeyedRow[], until: Date): Promise<LeaseExtension[]> {
  const { rows: extended } = await sql<LeaseExtension>`
    with ${keyedRowsCte(work.table, rows)},
    held as materialized (
      select given.work_n, given.work_token, given.few, ${keyColumns(work.key, 'given')} from given
        join ${sql.table(work.table)} as t on ${joinByKey(work.key, 'given')} and t.lease_token = given.work_token),
    free as materialized (
      select held.* from held join ${sql.table(work.table)} as t
          on ${joinByKey(work.key, 'held')} and t.lease_token = held.work_token for update of t skip locked),
    extended as (
      update ${sql.table(work.table)} as t set due_at = ${until} from free
       where ${joinByKey(work.key, 'free')} returning free.work_n)
    select held.work_n as n, extended.work_n is not null as extended from held left join extended using (work_n)`.execute(
    db,
  )
  return extended
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

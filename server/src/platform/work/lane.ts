import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { nudge } from './notifications.ts'
import { type RowOf, type SetOf, type Task, type TaskRow, type TaskSpec, taskDefaults } from './task.ts'

/** Rows of one table that are processed strictly in order within their lane; lanes are independent. */
export type Lane<Row = TaskRow, Set = object, Column extends string = string> = Task<Row, Set> & {
  lane: readonly Column[]
  /** The column that defines the order: a bigint identity. */
  order: string
}

/** Declares ordered work; `concurrency` counts lanes. */
export function defineLane<const Table extends string, Row = RowOf<Table>, const Column extends string = string>(
  spec: TaskSpec<Table, Row, SetOf<Table>> & {
    lane: readonly (Column & keyof NoInfer<Row>)[]
    order: keyof NoInfer<Row> & string
  },
): Lane<Row, SetOf<Table>, Column> {
  return { ...taskDefaults, ...spec }
}

export type LaneKey<Column extends string = string> = Record<Column, string | number>
type LaneRef<Column extends string> = Pick<Lane, 'kind'> & { lane: readonly Column[] }

/**
 * Must run BEFORE the insert of the row, in the same transaction: the lane stays locked until the commit, so that the
 * identity column has the order of the commits, and no row enters unseen while a worker releases the lane.
 */
export async function enterLane<Column extends string>(
  tx: Db,
  lane: LaneRef<Column>,
  key: LaneKey<NoInfer<Column>>,
  dueAt: Date,
): Promise<void> {
  await enterLanes(tx, lane, [key], dueAt)
}

/** Like `enterLane`, for many rows in one statement; always in the same order, so that two callers cannot deadlock. */
export async function enterLanes<Column extends string>(
  tx: Db,
  lane: LaneRef<Column>,
  keys: LaneKey<NoInfer<Column>>[],
  dueAt: Date,
): Promise<void> {
  await buildLaneEntries(lane, keys, dueAt).execute(tx)
  nudge(tx, lane.kind)
}

/**
 * Builds only the statement, as a CTE for the one that inserts the rows: they must be joined with it, and the caller
 * must nudge.
 */
export function buildLaneEntries<Column extends string>(
  lane: LaneRef<Column>,
  keys: LaneKey<NoInfer<Column>>[],
  dueAt: Date,
): RawBuilder<{ lane: string }> {
  const names = [...new Set(keys.map((key) => laneName(lane.lane, key)))].sort()
  return sql`
    insert into work_lanes as l (kind, lane, ready_at, version)
    select ${lane.kind}, name, ${dueAt}::timestamptz, 1 from unnest(${names}::text[]) as name order by name
        on conflict (kind, lane) do update
       set version = l.version + 1,
           ready_at = case when l.lease_token is null then least(l.ready_at, excluded.ready_at) else l.ready_at end
    returning lane`
}

/**
 * Like `buildLaneEntries`, as the text of a CTE in a larger prepared statement; it returns `lane`. `names` is a query
 * for lane names in a column `name`, in their order; `at` is when they are due. The inserted rows must be joined with
 * it.
 */
export function laneEntrySql(kind: string, { names, at }: { names: string; at: string }): string {
  return `insert into work_lanes as l (kind, lane, ready_at, version)
    select '${kind}', name, ${at}::timestamptz, 1 from (${names}) as entered
        on conflict (kind, lane) do update
       set version = l.version + 1,
           ready_at = case when l.lease_token is null then least(l.ready_at, excluded.ready_at) else l.ready_at end
    returning lane`
}

export function laneName<Column extends string>(columns: readonly Column[], key: LaneKey<Column>): string {
  return JSON.stringify(columns.map((column) => String(key[column])))
}

export function parseLaneName(columns: readonly string[], name: string): Record<string, string> {
  const values: string[] = JSON.parse(name)
  return Object.fromEntries(columns.map((column, index) => [column, values[index]!]))
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { keyedJoin, matchByIndex } from '../db/keyed-join.ts'
import { runPipelined } from '../db/prepared.ts'
import { type ColumnTypes, joinByKey } from './row-queries.ts'
import type { Task } from './task.ts'

/**
 * The condition for a result to be written, and the columns that release the lease: of a row, or of a row in a leased
 * lane.
 */
export type LeaseCheck = { kind: string; isHeld: RawBuilder<unknown>; release: RawBuilder<unknown> }

export function rowLeaseCheck(kind: string): LeaseCheck {
  return { kind, isHeld: sql`t.lease_token = given.work_token`, release: sql`, lease_token = null` }
}

export function laneLeaseCheck(kind: string): LeaseCheck {
  return {
    kind,
    // Not `is not null`, for which the planner may read the whole index of the rows that are due.
    isHeld: sql`num_nonnulls(t.due_at) = 1 and exists (
      select 1 from work_lanes as l
       where ${matchByIndex([
         [sql`l.kind`, sql`given.work_kind`],
         [sql`l.lane`, sql`given.work_lane`],
       ])} and l.lease_token = given.work_token)`,
    release: sql``,
  }
}

const resultColumns = ['due_at', 'attempts', 'crashes', 'last_error']

/** One row: its key columns, the columns to write, and the lease it was processed under. */
export type AttemptResultRow = { work_n: number; work_token: string; work_lane?: string } & Record<string, unknown>
type ResultBatch = {
  task: Pick<Task, 'table' | 'key'>
  leaseCheck: LeaseCheck
  types: ColumnTypes
  rows: AttemptResultRow[]
  set: readonly string[]
  /** The write need not wait for the disk. */
  isRelaxed: boolean
}

/**
 * Writes all rows in one statement and returns the numbers of those whose lease was still held. The columns are typed
 * here, instead of by the table's row type as elsewhere: that took a fifth longer in the busiest statement of all.
 */
export async function writeResultRows(
  db: Db,
  { task, leaseCheck, types, rows, set, isRelaxed }: ResultBatch,
): Promise<Set<number>> {
  const written = [...resultColumns, ...set]
  const typed = [...task.key, ...written].map((column) => sql`${sql.ref(column)} ${typeOf(types, column)}`)
  const assignments = written.map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`)
  const update = sql<{ work_n: number }>`
    with given as materialized (
      select *, ${leaseCheck.kind} as work_kind, ${keyedJoin.column} from json_to_recordset(${JSON.stringify(rows)}::json)
          as g(work_n int, work_token text, work_lane text, ${sql.join(typed)}))
    update ${sql.table(task.table)} as t set ${sql.join(assignments)} ${leaseCheck.release} from given
     where ${joinByKey(task.key, 'given')} and ${leaseCheck.isHeld}
    returning given.work_n`
  const settled = await runPipelined(db, update, isRelaxed ? 'relaxed' : 'outcomes')
  return new Set(settled.map((row) => row.work_n))
}

function typeOf(types: ColumnTypes, column: string): RawBuilder<unknown> {
  const type = types.get(column)
  if (!type) throw new Error(`there is no column ${column}`)
  return sql.raw(type)
}

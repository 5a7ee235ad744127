import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { runOnLine } from '../db/prepared.ts'
import { type ColumnTypes, sameKey } from './records.ts'
import type { Task } from './task.ts'

/** What must still be true for a settling to count, and what it ends: a row's own lease, or a place in a held lane. */
export type Tenure = { holds: RawBuilder<unknown>; ends: RawBuilder<unknown> }

export const rowTenure: Tenure = { holds: sql`t.lease_token = given.work_token`, ends: sql`, lease_token = null` }

export function laneTenure(kind: string): Tenure {
  return {
    holds: sql`t.due_at is not null and exists (
      select 1 from work_lanes as l where l.kind = ${kind} and l.lane = given.work_lane and l.lease_token = given.work_token)`,
    ends: sql``,
  }
}

const settledColumns = ['due_at', 'attempts', 'crashes', 'last_error']

/** One row: the columns of its key, those to be written, and the lease it was worked under. */
export type Settled = { work_n: number; work_token: string; work_lane?: string } & Record<string, unknown>
type Settling = {
  task: Pick<Task, 'table' | 'key'>
  tenure: Tenure
  types: ColumnTypes
  rows: Settled[]
  set: readonly string[]
  /** Need not wait for the disk. */
  loose: boolean
}

/**
 * Writes all rows in one statement, and answers the numbers of those whose lease was still held. The columns are
 * typed here, not by the table's row type as elsewhere: that took a fifth longer in the busiest statement of all.
 */
export async function settleRows(db: Db, { task, tenure, types, rows, set, loose }: Settling): Promise<Set<number>> {
  const written = [...settledColumns, ...set]
  const typed = [...task.key, ...written].map((column) => sql`${sql.ref(column)} ${typeOf(types, column)}`)
  const assignments = written.map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`)
  const settling = sql<{ work_n: number }>`
    with given as materialized (
      select *, 1 as work_few from json_to_recordset(${JSON.stringify(rows)}::json)
          as g(work_n int, work_token text, work_lane text, ${sql.join(typed)}))
    update ${sql.table(task.table)} as t set ${sql.join(assignments)} ${tenure.ends} from given
     where ${sameKey(task.key, 'given')} and ${tenure.holds}
    returning given.work_n`
  const settled = await runOnLine(db, settling, loose ? 'loose' : 'results')
  return new Set(settled.map((row) => row.work_n))
}

function typeOf(types: ColumnTypes, column: string): RawBuilder<unknown> {
  const type = types.get(column)
  if (!type) throw new Error(`there is no column ${column}`)
  return sql.raw(type)
}

import type { RawBuilder } from 'kysely'
import type { RecentStartLimit } from './loop.ts'
import { type RowOf, type SetOf, type Task, type TaskRow, type TaskSpec, taskDefaults } from './task.ts'

/** Rows of one table that are processed independently. */
export type Work<Row = TaskRow, Set = object> = Task<Row, Set> & {
  /** An additional condition on the claimed rows, on the table's own columns. */
  where?: RawBuilder<unknown>
  /** How many concurrent rows may be recent. Default: all. */
  recentStarts?: RecentStartLimit
}

/** Declares work; nothing runs until it is passed to a worker. The row type follows from the table name. */
export function defineWork<const Table extends string, Row = RowOf<Table>>(
  spec: TaskSpec<Table, Row, SetOf<Table>> & Pick<Work, 'where' | 'recentStarts'>,
): Work<Row, SetOf<Table>> {
  return { ...taskDefaults, ...spec }
}

/** The columns of a new or restarted row, for an insert or an update. */
export function newWorkColumns(dueAt: Date) {
  return { due_at: dueAt, lease_token: null, attempts: 0, crashes: 0, last_error: null }
}

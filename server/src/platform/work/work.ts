import type { RawBuilder } from 'kysely'
import type { RecentStartLimit } from './loop.ts'
import { type RowOf, type SetOf, type Task, type TaskRow, type TaskSpec, taskDefaults } from './task.ts'

/** Rows of one table that are worked each by itself. */
export type Work<Row = TaskRow, Set = object> = Task<Row, Set> & {
  /** A further condition on the rows taken, on the table's own columns. */
  where?: RawBuilder<unknown>
  /** How many of those performed at once may be young; all of them unless said. */
  recentStarts?: RecentStartLimit
}

/** Declares work; nothing happens until a worker is given it. The row's type follows from the table's name. */
export function defineWork<const Table extends string, Row = RowOf<Table>>(
  spec: TaskSpec<Table, Row, SetOf<Table>> & Pick<Work, 'where' | 'recentStarts'>,
): Work<Row, SetOf<Table>> {
  return { ...taskDefaults, ...spec }
}

/** The columns of a row that begins its life, or begins it again: to insert with, or to update to. */
export function newWorkColumns(dueAt: Date) {
  return { due_at: dueAt, lease_token: null, attempts: 0, crashes: 0, last_error: null }
}

import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.generated.ts'
import type { World } from '../world.ts'
import type { RetryPolicy } from './backoff.ts'
import type { WorkOutcome } from './outcome.ts'

export type TaskRow = {
  due_at: Date | null
  attempts: number
  crashes: number
  last_error: string | null
}

export type RowOf<Table> = Table extends keyof Tables ? Selectable<Tables[Table]> : TaskRow
export type SetOf<Table> = Table extends keyof Tables
  ? Omit<Updateable<Tables[Table]>, keyof TaskRow | 'lease_token'>
  : object

export type WorkContext = {
  /** Fires when the row is cancelled, its lease is lost, it times out, or the process stops. */
  signal: AbortSignal
  /** From 1; crashes do not count. */
  attempt: number
  dueAt: Date
  world: World
}

export type Task<Row = TaskRow, Set = object> = {
  kind: string
  table: string
  key: readonly string[]
  /** How long a row stays with a dead process. The clocks of all processes must agree more closely than this. */
  leaseSeconds: number
  /** After this, `signal` fires and the lease is no longer extended. */
  timeoutSeconds: number
  /** Per process. */
  concurrency: number
  retry: RetryPolicy
  /** After this many crashes the row is assumed to kill its worker, and is given up. */
  mostCrashes: number
  perform(row: Row, context: WorkContext): Promise<WorkOutcome<Set>>
  /** Runs in the transaction that gives up the row, so that the domain can set its own state. */
  giveUp?(tx: Db, row: Row, error: Error): Promise<unknown>
}

type DefaultedOption = 'leaseSeconds' | 'timeoutSeconds' | 'concurrency' | 'retry' | 'mostCrashes'
export type TaskSpec<Table, Row, Set> = Omit<Task<Row, Set>, DefaultedOption | 'table' | 'key'> &
  Partial<Pick<Task, DefaultedOption>> & { table: Table; key: readonly (keyof NoInfer<Row> & string)[] }

export const taskDefaults: Pick<Task, DefaultedOption> = {
  leaseSeconds: 30,
  timeoutSeconds: 60,
  concurrency: 10,
  retry: { attempts: 5, baseSeconds: 5, mostSeconds: 600 },
  mostCrashes: 10,
}

/** The subset of pino's interface that web chat uses. */
export type WorkLog = Record<'warn' | 'error', (fields: object, message: string) => void>

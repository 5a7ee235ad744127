import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.generated.ts'
import type { World } from '../world.ts'
import type { RetryPolicy } from './backoff.ts'
import type { WorkOutcome } from './outcome.ts'

/** The columns by which a row is worked. */
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
  /** Fires when the row was cancelled, its lease was lost, its time is over, or the process stops. */
  signal: AbortSignal
  /** From 1; crashes are not counted. */
  attempt: number
  /** When the row was due. */
  dueAt: Date
  world: World
}

/** What rows and lanes have in common. */
export type Task<Row = TaskRow, Set = object> = {
  kind: string
  table: string
  /** The columns that name a row. */
  key: readonly string[]
  /** How long a row stays with a dead process. Clocks of processes must agree better than this. */
  leaseSeconds: number
  /** After this `signal` fires and the lease is no longer extended. */
  timeoutSeconds: number
  /** How many are performed at once by each process. */
  concurrency: number
  retry: RetryPolicy
  /** After so many crashes a row is taken to kill its worker, and is given up. */
  mostCrashes: number
  perform(row: Row, context: WorkContext): Promise<WorkOutcome<Set>>
  /** Runs in the transaction that gives the row up, so that the domain sets its own state. */
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

/** What pino has, as far as it is used here. */
export type WorkLog = Record<'warn' | 'error', (fields: object, message: string) => void>

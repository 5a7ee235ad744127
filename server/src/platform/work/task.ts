import type { RawBuilder, Selectable, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.generated.ts'
import type { World } from '../world.ts'
import type { WorkOutcome } from './attempt-result.ts'
import type { RecentStartLimit } from './loop.ts'

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
  /** Fires when the row is canceled, its lease is lost, it times out, or the process stops. */
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
  maxCrashes: number
  perform(row: Row, context: WorkContext): Promise<WorkOutcome<Set>>
  /** Runs in the transaction that gives up the row, so that the domain can set its own state. */
  giveUp?(tx: Db, row: Row, error: Error): Promise<unknown>
}

type DefaultedOption = 'leaseSeconds' | 'timeoutSeconds' | 'concurrency' | 'retry' | 'maxCrashes'
export type TaskSpec<Table, Row, Set> = Omit<Task<Row, Set>, DefaultedOption | 'table' | 'key'> &
  Partial<Pick<Task, DefaultedOption>> & { table: Table; key: readonly (keyof NoInfer<Row> & string)[] }

export const taskDefaults: Pick<Task, DefaultedOption> = {
  leaseSeconds: 30,
  timeoutSeconds: 60,
  concurrency: 10,
  retry: { attempts: 5, baseSeconds: 5, maxSeconds: 600 },
  maxCrashes: 10,
}

/** The subset of pino's interface that web chat uses. */
export type WorkLog = Record<'warn' | 'error', (fields: object, message: string) => void>

type RetryPolicy = {
  /** Total attempts, including the first. Default with `delaysSeconds`: one more than the number of waits. */
  attempts?: number
  /** Up to this share of a wait is added at random, so that rows that failed together do not retry together. */
  jitter?: number
} & ({ delaysSeconds: readonly number[] } | { baseSeconds: number; maxSeconds: number })

const defaultAttempts = 5
const defaultJitter = 0.1

export function maxAttemptsOf(retry: RetryPolicy): number {
  return retry.attempts ?? ('delaysSeconds' in retry ? retry.delaysSeconds.length + 1 : defaultAttempts)
}

/**
 * Returns the wait after failed attempt number `attempt` (from 1); `random` is in [0, 1). Never shorter than declared.
 */
export function computeBackoff(retry: RetryPolicy, attempt: number, random: number): number {
  const seconds =
    'delaysSeconds' in retry ? listedDelay(retry.delaysSeconds, attempt) : exponentialDelay(retry, attempt)
  return Math.round(seconds * 1000 * (1 + (retry.jitter ?? defaultJitter) * random))
}

function listedDelay(waits: readonly number[], attempt: number): number {
  return waits[Math.min(attempt, waits.length) - 1] ?? 0
}

function exponentialDelay(
  { baseSeconds, maxSeconds }: { baseSeconds: number; maxSeconds: number },
  attempt: number,
): number {
  return Math.min(maxSeconds, baseSeconds * 2 ** (attempt - 1))
}

/** Rows of one table that are processed independently. */
export type Work<Row = TaskRow, Set = object> = Task<Row, Set> & {
  /** An additional condition on the claimed rows, on the table's own columns. */
  where?: RawBuilder<unknown>
  /** How many concurrent rows may be recent. Default: all. */
  recentStarts?: RecentStartLimit
  /** The shortest time between two claims that find rows, for rows that cost less together. Default: none. */
  claimIntervalMilliseconds?: number
}

/** Declares work; nothing runs until it is passed to a worker. The row type follows from the table name. */
export function defineWork<const Table extends string, Row = RowOf<Table>>(
  spec: TaskSpec<Table, Row, SetOf<Table>> & Pick<Work, 'where' | 'recentStarts' | 'claimIntervalMilliseconds'>,
): Work<Row, SetOf<Table>> {
  return { ...taskDefaults, ...spec }
}

/** The columns of a new or restarted row, for an insert or an update. */
export type NewWorkColumns = { due_at: Date; lease_token: null; attempts: number; crashes: number; last_error: null }

export function newWorkColumns(dueAt: Date): NewWorkColumns {
  return { due_at: dueAt, lease_token: null, attempts: 0, crashes: 0, last_error: null }
}

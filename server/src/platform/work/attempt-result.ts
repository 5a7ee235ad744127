import type { Db } from '../db/database.ts'
import { computeBackoff, maxAttemptsOf, type Task, type TaskRow } from './task.ts'

type OutcomeOptions<Set> = {
  /** Running the task again would do no harm, so the write need not wait for the disk. */
  isIdempotent?: boolean
  set?: Set
  /** Runs in the transaction that writes the result; if it throws, the attempt has failed. */
  write?(tx: Db): Promise<unknown>
  /**
   * Writes the result in a statement of the domain, which many rows may share, and returns whether the lease was still
   * held; undefined if nothing was written, and `set` and `write` are to be used instead.
   */
  writeBatched?(result: BatchedResult): Promise<boolean | undefined>
}

/** The lease under which the row was processed, and the columns of its work. */
export type BatchedResult = { token: string; columns: TaskRow }

/** How an attempt ended, as returned by the handler. A thrown error is a `retry`. */
export type WorkOutcome<Set = object> = OutcomeOptions<Set> &
  ({ kind: 'done' } | { kind: 'again'; at: Date } | { kind: 'later'; at: Date } | FailedOutcome)
type FailedOutcome = { kind: 'retry'; error: unknown; at?: Date } | { kind: 'fail'; error: unknown }

/** Finished: clears the row's due time. */
export function finish<Set = object>(more: OutcomeOptions<Set> = {}): WorkOutcome<Set> {
  return { kind: 'done', ...more }
}

/** Succeeded, with more to do at `at`; resets the attempts. */
export function continueAt<Set = object>(at: Date, more: OutcomeOptions<Set> = {}): WorkOutcome<Set> {
  return { kind: 'again', at, ...more }
}

/** Not due yet: reschedules to `at` without counting an attempt. */
export function postponeTo<Set = object>(at: Date, more: OutcomeOptions<Set> = {}): WorkOutcome<Set> {
  return { kind: 'later', at, ...more }
}

/** Failed: retries after the declared wait (or at `at`), or gives up if this was the last attempt. */
export function retry<Set = object>(error: unknown, more: OutcomeOptions<Set> & { at?: Date } = {}): WorkOutcome<Set> {
  return { kind: 'retry', error, ...more }
}

/** Failed for good: gives up now, regardless of the attempts left. */
export function failPermanently<Set = object>(error: unknown, more: OutcomeOptions<Set> = {}): WorkOutcome<Set> {
  return { kind: 'fail', error, ...more }
}

export type AttemptResult = {
  outcome: 'done' | 'again' | 'retry' | 'gave_up'
  columns: TaskRow
  set: Record<string, unknown>
  write?: WorkOutcome['write']
  writeBatched?: WorkOutcome['writeBatched']
  isIdempotent?: boolean
  error?: Error
}

const minRetryMilliseconds = 60_000

type Policy = Pick<Task, 'retry' | 'maxCrashes'>
type Moment = { now: Date; random: number }

export function toAttemptResult(outcome: WorkOutcome, row: TaskRow, policy: Policy, moment: Moment): AttemptResult {
  const { columns, ...how } = computeResult(outcome, row, policy, moment)
  const { write, writeBatched, isIdempotent } = outcome
  return { ...how, columns, set: { ...outcome.set }, write, writeBatched, ...(isIdempotent && { isIdempotent }) }
}

function computeResult(outcome: WorkOutcome, row: TaskRow, { retry }: Policy, { now, random }: Moment) {
  const attempts = row.attempts + 1
  const { crashes } = row
  if (outcome.kind === 'done') {
    return { outcome: 'done' as const, columns: { due_at: null, attempts, crashes, last_error: null } }
  }
  if (outcome.kind === 'again') {
    return { outcome: 'again' as const, columns: { due_at: outcome.at, attempts: 0, crashes: 0, last_error: null } }
  }
  if (outcome.kind === 'later') {
    const { last_error } = row
    return { outcome: 'again' as const, columns: { due_at: outcome.at, attempts: row.attempts, crashes, last_error } }
  }
  const error = toError(outcome.error)
  const last_error = errorTextOf(error)
  if (outcome.kind === 'fail' || attempts >= maxAttemptsOf(retry)) {
    return { outcome: 'gave_up' as const, error, columns: { due_at: null, attempts, crashes, last_error } }
  }
  const due_at = outcome.at ?? new Date(now.getTime() + computeBackoff(retry, attempts, random))
  return { outcome: 'retry' as const, columns: { due_at, attempts, crashes, last_error } }
}

/** Gives up a row with no attempts left as soon as it is claimed, without counting an attempt. */
export function giveUpIfExhausted(row: TaskRow, { retry, maxCrashes }: Policy): AttemptResult | undefined {
  if (row.crashes >= maxCrashes) return createGaveUpResult(row, new Error(`its worker crashed ${row.crashes} times`))
  if (row.attempts >= maxAttemptsOf(retry))
    return createGaveUpResult(row, new Error(row.last_error ?? 'there are no attempts left'))
  return undefined
}

function createGaveUpResult({ attempts, crashes }: TaskRow, error: Error): AttemptResult {
  return {
    outcome: 'gave_up',
    error,
    columns: { due_at: null, attempts, crashes, last_error: errorTextOf(error) },
    set: {},
  }
}

/**
 * Used when giving up itself failed: the row stays with its attempts used up, and the next claim tries to give it up
 * again, so that the row never diverges from the domain's state.
 */
export function retryGiveUp(row: TaskRow, error: unknown, policy: Policy, { now, random }: Moment): AttemptResult {
  const limit = maxAttemptsOf(policy.retry)
  const attempts = Number.isFinite(limit) ? Math.max(row.attempts + 1, limit) : row.attempts + 1
  const wait = Math.max(minRetryMilliseconds, computeBackoff(policy.retry, attempts, random))
  const due_at = new Date(now.getTime() + wait)
  return {
    outcome: 'retry',
    columns: { due_at, attempts, crashes: row.crashes, last_error: errorTextOf(toError(error)) },
    set: {},
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

/** PostgreSQL rejects NUL and lone surrogates: the text of an error must never prevent a result from being written. */
function errorTextOf(error: Error): string {
  return (error.message || error.name).slice(0, 1000).replaceAll('\0', '').toWellFormed()
}

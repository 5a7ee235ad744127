import type { Db } from '../db/database.ts'

type OutcomeOptions<Set> = {
  /** Running the task again would do no harm, so the write need not wait for the disk. */
  isIdempotent?: boolean
  set?: Set
  /** Runs in the transaction that writes the result; if it throws, the attempt has failed. */
  write?(tx: Db): Promise<unknown>
}

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

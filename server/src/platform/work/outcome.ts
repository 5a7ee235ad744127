import type { Db } from '../db/database.ts'

type OutcomeOptions<Set> = {
  /** Done once more it would do no harm, so that the writing need not wait for the disk. */
  isIdempotent?: boolean
  /** Further columns to write on the row. */
  set?: Set
  /** Runs in the transaction that settles the row; when it fails, the attempt has failed. */
  write?(tx: Db): Promise<unknown>
}

/** How an attempt ended, in the handler's own words. A thrown error is a `retry`. */
export type WorkOutcome<Set = object> = OutcomeOptions<Set> &
  ({ kind: 'done' } | { kind: 'again'; at: Date } | { kind: 'later'; at: Date } | FailedOutcome)
type FailedOutcome = { kind: 'retry'; error: unknown; at?: Date } | { kind: 'fail'; error: unknown }

/** Finished: the row has no due time any more. */
export function finish<Set = object>(more: OutcomeOptions<Set> = {}): WorkOutcome<Set> {
  return { kind: 'done', ...more }
}

/** Went well, and there is more to do at `at`; attempts count from nought again. */
export function continueAt<Set = object>(at: Date, more: OutcomeOptions<Set> = {}): WorkOutcome<Set> {
  return { kind: 'again', at, ...more }
}

/** Its turn has not come: the same again at `at`, and this was no attempt. */
export function postponeTo<Set = object>(at: Date, more: OutcomeOptions<Set> = {}): WorkOutcome<Set> {
  return { kind: 'later', at, ...more }
}

/** Went wrong: once more after the declared wait (or at `at`), or given up when that was the last attempt. */
export function retry<Set = object>(error: unknown, more: OutcomeOptions<Set> & { at?: Date } = {}): WorkOutcome<Set> {
  return { kind: 'retry', error, ...more }
}

/** Went wrong for good: given up now, whatever attempts are left. */
export function failPermanently<Set = object>(error: unknown, more: OutcomeOptions<Set> = {}): WorkOutcome<Set> {
  return { kind: 'fail', error, ...more }
}

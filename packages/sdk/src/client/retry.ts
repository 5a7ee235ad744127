import { ParleyError, ParleyUnreachable } from './errors.ts'

/** Whether to try again is decided here, from what has happened and from what a repeat would do. */

const firstWaitMilliseconds = 500
const longestWaitMilliseconds = 8_000
/** Longer is not waited for: whoever is told so can decide. */
const longestRetrySeconds = 60

export type Tried = {
  /** How many tries there have been. */
  tries: number
  /** A second request would do no more than the first. */
  repeatable: boolean
  /** An earlier try may have been served, and its answer was lost. */
  mayHaveRun: boolean
  random: () => number
}

/** Milliseconds until the next try; undefined where another would come to the same, or might do it twice. */
export function waitAfter(error: unknown, tried: Tried): number | undefined {
  if (error instanceof ParleyUnreachable) {
    const passing = isBeforeSending(error) || (tried.repeatable && isLost(error))
    return passing ? jittered(tried) : undefined
  }
  if (!(error instanceof ParleyError) || !isPassing(error, tried)) return undefined
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === undefined) return jittered(tried)
  return retryAfterSeconds <= longestRetrySeconds ? retryAfterSeconds * 1000 : undefined
}

function isPassing(error: ParleyError, { repeatable, mayHaveRun }: Tried): boolean {
  // Turned away at the door, and told when to come back.
  if ((error.status === 429 || error.status === 503) && error.retryAfterSeconds !== undefined) return true
  if (!repeatable) return false
  // The first try is still being served.
  if (error.status === 409 && mayHaveRun) return true
  return error.code === 'request.rate_limited' || (error.status >= 500 && error.status !== 501)
}

const isBeforeSending = ({ reason }: ParleyUnreachable): boolean => reason === 'refused' || reason === 'unknown_host'
export const isLost = (error: unknown): boolean =>
  error instanceof ParleyUnreachable && (error.reason === 'timeout' || error.reason === 'cut')

/** Full jitter: anything between nothing and a bound that doubles. */
function jittered({ tries, random }: Tried): number {
  return random() * Math.min(longestWaitMilliseconds, firstWaitMilliseconds * 2 ** (tries - 1))
}

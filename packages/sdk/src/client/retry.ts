import { ParleyError, ParleyUnreachable } from './errors.ts'

/** Whether to try again is decided here, from what has happened and from what a repeat would do. */

const firstWaitMilliseconds = 500
const maxWaitMilliseconds = 8_000
/** Longer is not waited for: whoever is told so can decide. */
const maxRetrySeconds = 60

export type RetryContext = {
  /** How many tries there have been. */
  tries: number
  /** A second request would do no more than the first. */
  repeatable: boolean
  /** An earlier try may have been served, and its answer was lost. */
  mayHaveRun: boolean
  random: () => number
}

/** Milliseconds until the next try; undefined where another would come to the same, or might do it twice. */
export function computeRetryDelay(error: unknown, tried: RetryContext): number | undefined {
  if (error instanceof ParleyUnreachable) {
    const passing = isBeforeSending(error) || (tried.repeatable && isLostResponse(error))
    return passing ? addJitter(tried) : undefined
  }
  if (!(error instanceof ParleyError) || !isTransient(error, tried)) return undefined
  const { retryAfterSeconds } = error
  if (retryAfterSeconds === undefined) return addJitter(tried)
  return retryAfterSeconds <= maxRetrySeconds ? retryAfterSeconds * 1000 : undefined
}

function isTransient(error: ParleyError, { repeatable, mayHaveRun }: RetryContext): boolean {
  // Turned away at the door, and told when to come back.
  if ((error.status === 429 || error.status === 503) && error.retryAfterSeconds !== undefined) return true
  if (!repeatable) return false
  // The first try is still being served.
  if (error.status === 409 && mayHaveRun) return true
  return error.code === 'request.rate_limited' || (error.status >= 500 && error.status !== 501)
}

const isBeforeSending = ({ reason }: ParleyUnreachable): boolean => reason === 'refused' || reason === 'unknown_host'
export const isLostResponse = (error: unknown): boolean =>
  error instanceof ParleyUnreachable && (error.reason === 'timeout' || error.reason === 'cut')

/** Full jitter: anything between nothing and a bound that doubles. */
function addJitter({ tries, random }: RetryContext): number {
  return random() * Math.min(maxWaitMilliseconds, firstWaitMilliseconds * 2 ** (tries - 1))
}

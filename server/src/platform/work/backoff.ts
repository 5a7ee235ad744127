/** How often a row is tried, and how long it waits in between. */
export type RetryPolicy = {
  /** Attempts in all, the first one included. With `waitsSeconds`, one more than there are waits unless said. */
  attempts?: number
  /** Up to this share of a wait is added at random, so that rows that failed together do not come back together. */
  jitter?: number
} & ({ waitsSeconds: readonly number[] } | { baseSeconds: number; mostSeconds: number })

const defaultAttempts = 5
const defaultJitter = 0.1

export function maxAttemptsOf(retry: RetryPolicy): number {
  return retry.attempts ?? ('waitsSeconds' in retry ? retry.waitsSeconds.length + 1 : defaultAttempts)
}

/** The wait after attempt number `attempt` (from 1) failed; `random` is from 0 up to 1. Never shorter than declared. */
export function backoffMilliseconds(retry: RetryPolicy, attempt: number, random: number): number {
  const seconds = 'waitsSeconds' in retry ? listedDelay(retry.waitsSeconds, attempt) : exponentialDelay(retry, attempt)
  return Math.round(seconds * 1000 * (1 + (retry.jitter ?? defaultJitter) * random))
}

function listedDelay(waits: readonly number[], attempt: number): number {
  return waits[Math.min(attempt, waits.length) - 1] ?? 0
}

function exponentialDelay(
  { baseSeconds, mostSeconds }: { baseSeconds: number; mostSeconds: number },
  attempt: number,
): number {
  return Math.min(mostSeconds, baseSeconds * 2 ** (attempt - 1))
}

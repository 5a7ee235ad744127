export type RetryPolicy = {
  /** Total attempts, including the first. Default with `waitsSeconds`: one more than the number of waits. */
  attempts?: number
  /** Up to this share of a wait is added at random, so that rows that failed together do not retry together. */
  jitter?: number
} & ({ waitsSeconds: readonly number[] } | { baseSeconds: number; mostSeconds: number })

const defaultAttempts = 5
const defaultJitter = 0.1

export function maxAttemptsOf(retry: RetryPolicy): number {
  return retry.attempts ?? ('waitsSeconds' in retry ? retry.waitsSeconds.length + 1 : defaultAttempts)
}

/**
 * Returns the wait after failed attempt number `attempt` (from 1); `random` is in [0, 1). Never shorter than declared.
 */
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

/** The first retry comes within 30 seconds, the next ones after about 5 minutes, 30 minutes, 2, 5, 10 and 10 hours. */
const waitsSeconds = [25, 300, 1800, 7200, 18_000, 36_000, 36_000]
/** Random variation of each delay, so that deliveries that failed together are not retried together. */
const jitter = 0.1

export const maxDeliveryAttempts = waitsSeconds.length + 1

/** When to retry after attempt number `attempt` (from 1) failed; undefined after the last. */
export function nextAttemptAt(attempt: number, now: Date, random: number): Date | undefined {
  const seconds = waitsSeconds[attempt - 1]
  if (seconds === undefined) return undefined
  return new Date(now.getTime() + Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * random)))
}

const maxFailingMilliseconds = 5 * 86_400_000

/** An endpoint that has been failing since before this time is considered dead. */
export const failingCutoff = (now: Date): Date => new Date(now.getTime() - maxFailingMilliseconds)

export function isFailingTooLong(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && failingSince <= failingCutoff(now)
}

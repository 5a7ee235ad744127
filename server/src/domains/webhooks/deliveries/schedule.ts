/** Document 4, section 8, Org webhooks: within 30 seconds, then about 5 minutes, 30 minutes, 2, 5, 10 and 10 hours. */
const waitsSeconds = [25, 300, 1800, 7200, 18_000, 36_000, 36_000]
/** So much sooner or later, so that what failed together does not come back together. */
const jitter = 0.1

export const maxDeliveryAttempts = waitsSeconds.length + 1

/** When to try again after attempt number `attempt` (from 1) failed; undefined when that was the last. */
export function nextAttemptAt(attempt: number, now: Date, random: number): Date | undefined {
  const seconds = waitsSeconds[attempt - 1]
  if (seconds === undefined) return undefined
  return new Date(now.getTime() + Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * random)))
}

const maxFailingMilliseconds = 5 * 86_400_000

/** Whoever has failed since then, or before, has failed for so long that nobody can be there any more. */
export const failingCutoff = (now: Date): Date => new Date(now.getTime() - maxFailingMilliseconds)

export function isFailingTooLong(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && failingSince <= failingCutoff(now)
}

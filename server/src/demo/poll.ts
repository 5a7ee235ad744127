import { setTimeout as sleep } from 'node:timers/promises'

const maxAttempts = 400
const waitMilliseconds = 100

/** Polls until there is a result. `what` names the missing thing in the error if none appears. */
export async function pollUntilFound<T>(
  poll: () => Promise<T | undefined>,
  stop: AbortSignal,
  what: string,
): Promise<T> {
  for (let left = maxAttempts; left > 0; left--) {
    const seen = await poll()
    if (seen !== undefined) return seen
    await sleep(waitMilliseconds, undefined, { signal: stop })
  }
  throw new Error(`the demo timed out waiting for ${what}`)
}

import { setTimeout as sleep } from 'node:timers/promises'

const maxAttempts = 400
const waitMilliseconds = 100

/** Looks until there is something to be seen. `what`, when it never comes, says of what there was nothing. */
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
  throw new Error(`${what} of the demo did not come about`)
}

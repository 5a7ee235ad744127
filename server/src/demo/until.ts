import { setTimeout as sleep } from 'node:timers/promises'

const tries = 400
const waitMilliseconds = 100

/** Looks until there is something to be seen. `what`, when it never comes, says of what there was nothing. */
export async function until<T>(look: () => Promise<T | undefined>, stop: AbortSignal, what: string): Promise<T> {
  for (let left = tries; left > 0; left--) {
    const seen = await look()
    if (seen !== undefined) return seen
    await sleep(waitMilliseconds, undefined, { signal: stop })
  }
  throw new Error(`${what} of the demo did not come about`)
}

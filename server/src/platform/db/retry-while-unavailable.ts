import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from './errors.ts'

const maxWaitMilliseconds = 2_000

/** Retries while the database is unavailable, so that the record of completed work is not lost, until `stop` fires. */
export async function retryWhileUnavailable<T>(act: () => Promise<T>, stop: AbortSignal): Promise<T> {
  for (let wait = 50; ; wait = Math.min(wait * 2, maxWaitMilliseconds)) {
    try {
      return await act()
    } catch (error) {
      if (!isUnavailable(error) || stop.aborted) throw error
      await sleep(wait)
    }
  }
}

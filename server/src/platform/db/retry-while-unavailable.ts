import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from './errors.ts'

const maxWaitMilliseconds = 2_000

/** What was done is worth recording: as long as the database is away, the record waits for it, unless `stop` fires. */
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

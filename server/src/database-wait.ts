import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import { isDiskFull, isUnavailable } from './platform/db/errors.ts'
import { StartupError } from './platform/startup-error.ts'

/**
 * Runs a step of the start. When the database goes away meanwhile, it waits and runs the step again from its beginning, so
 * a step must be safe to repeat.
 */
export type DatabaseWait = <T>(step: () => Promise<T>) => Promise<T>

type WaitOptions = {
  config: Pick<Config, 'databaseUrl' | 'databaseWaitSeconds' | 'dataDir'>
  onProgress(sentence: string): void
  /** Ends the wait early: the process was told to stop. */
  stop?: AbortSignal
  pauseMilliseconds?: number
}

const quietMilliseconds = 1_000

/** Each step waits for DATABASE_WAIT_SECONDS, counted from its first failure. */
export function createDatabaseWait({ config, onProgress, stop, pauseMilliseconds = 250 }: WaitOptions): DatabaseWait {
  let isNoted = false
  return async (step) => {
    let failingSince: number | undefined
    for (;;) {
      try {
        return await step()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        failingSince ??= performance.now()
        const waited = performance.now() - failingSince
        if (waited > config.databaseWaitSeconds * 1000)
          throw new StartupError(describeUnavailable(config, error as Error))
        if (waited > quietMilliseconds && !isNoted) {
          isNoted = true
          onProgress('Waiting for the database…')
        }
        await sleep(pauseMilliseconds, undefined, { signal: stop })
      }
    }
  }
}

function describeUnavailable({ databaseUrl, dataDir }: WaitOptions['config'], error: Error): string {
  const where = databaseUrl ? `The database at ${new URL(databaseUrl).host}` : 'The embedded PostgreSQL'
  if (isDiskFull(error)) return `${where} has no room on its disk. Make room on it, then start Parley again.`
  const reason = error.message || (error as NodeJS.ErrnoException).code
  if (databaseUrl) return `${where} cannot be reached (${reason}). Is it running, and is DATABASE_URL right?`
  return `${where} ends again and again (${reason}). Look into ${dataDir}/postgres.log, then start Parley again.`
}

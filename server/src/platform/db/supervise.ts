import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded.ts'

type SuperviseOptions = {
  database: Pick<Database, 'repoint'>
  embedded: EmbeddedPostgres
  dataDir: string
  log: { warn(about: object, sentence: string): void }
}

const pauseMilliseconds = 1_000

/** Restarts the embedded server when it dies, and points connections to its new address. */
export function superviseEmbeddedPostgres({ database, embedded, dataDir, log }: SuperviseOptions): {
  stop(): Promise<void>
} {
  let current = embedded
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

  async function startAgain(): Promise<void> {
    while (!signal.aborted) {
      try {
        current = await startEmbeddedPostgres({ dataDir })
        return database.repoint(current.url)
      } catch (error) {
        log.warn({ err: error }, 'the embedded PostgreSQL could not be restarted')
        await sleep(pauseMilliseconds, undefined, { signal }).catch(() => {})
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      await Promise.race([current.lost, stopped])
      if (signal.aborted) return
      log.warn({}, 'the embedded PostgreSQL exited; restarting it')
      await startAgain()
    }
  }

  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await watching
      await current.stop()
    },
  }
}

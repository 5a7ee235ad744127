import type { Database } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded.ts'
import { isRunning } from './embedded/postmaster.ts'

type Watched = {
  database: Database
  embedded: EmbeddedPostgres
  dataDir: string
  log: { warn(about: object, sentence: string): void }
}

const lookEveryMs = 1_000

/** Starts the embedded server again when it has died; connections then go to wherever it listens. */
export function supervise({ database, embedded, dataDir, log }: Watched): { stop(): Promise<void> } {
  let current = embedded
  let restarting: Promise<void> | undefined

  async function restart(): Promise<void> {
    log.warn({}, 'the embedded PostgreSQL has gone; starting it again')
    try {
      current = await startEmbeddedPostgres({ dataDir })
      database.repoint(current.url)
    } catch (error) {
      log.warn({ err: error }, 'the embedded PostgreSQL could not be started again')
    }
    restarting = undefined
  }

  const timer = setInterval(() => {
    if (!isRunning(current.pid)) restarting ??= restart()
  }, lookEveryMs)
  return {
    async stop() {
      clearInterval(timer)
      await restarting
      await current.stop()
    },
  }
}

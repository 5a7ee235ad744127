import { pino } from 'pino'
import { type Config, readConfig } from './config.ts'
import { openDataFolder, secretKeyOf } from './data-folder.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded/embedded.ts'
import { isUnavailable } from './platform/db/errors.ts'
import { migrate } from './platform/db/migrate.ts'
import { supervise } from './platform/db/supervise.ts'
import { loggedError } from './platform/logged-error.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { type Keyring, keyringOf } from './platform/secrets/keyring.ts'

/** What every way of starting Parley needs first: settings, log, keys and a migrated database. */
export type Ground = {
  config: Config
  log: pino.Logger
  metrics: Metrics
  keyring: Keyring
  database: Database
  /** Closes the database; the embedded server stops if nobody else uses it. */
  leave(): Promise<void>
}

export async function standOn(env: NodeJS.ProcessEnv, note: (sentence: string) => void): Promise<Ground> {
  const config = readConfig(env)
  const log = createLog(config)
  openDataFolder(config.dataDir)
  const keyring = keyringOf(secretKeyOf(config.dataDir, config.secretKey))
  const metrics = createMetrics()
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir, note })
  const database = openDatabase(config.databaseUrl ?? (embedded as EmbeddedPostgres).url, {
    direct: config.databaseUrl && config.databaseDirectUrl,
    connections: config.databaseConnections,
    onLost: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
    onQuery: metrics.observeQuery,
  })
  const server = embedded && supervise({ database, embedded, dataDir: config.dataDir, log })
  const leave = async () => {
    await database.close()
    await server?.stop()
  }
  try {
    await migrateWhenReachable(database, config, note)
  } catch (error) {
    await leave()
    throw error
  }
  return { config, log, metrics, keyring, database, leave }
}

/** A person at the terminal sees warnings only; anything else reads a line a request. */
function createLog({ logLevel }: Config): pino.Logger {
  const level = logLevel ?? (process.stdout.isTTY ? 'warn' : 'info')
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
  })
}

/** Beside a database that is starting too, waiting a little is kinder than giving up. */
async function migrateWhenReachable(
  database: Database,
  config: Config,
  note: (sentence: string) => void,
): Promise<void> {
  const until = Date.now() + config.databaseWaitSeconds * 1000
  for (let tries = 0; ; tries++) {
    try {
      await migrate(database.pool)
      return
    } catch (error) {
      if (!isUnavailable(error)) throw new CannotStart((error as Error).message)
      if (Date.now() > until) throw new CannotStart(unreachable(config, error as Error))
      if (tries === 2) note('Waiting for the database…')
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

function unreachable({ databaseUrl }: Config, error: Error): string {
  const where = databaseUrl ? new URL(databaseUrl).host : 'the embedded PostgreSQL'
  return `The database at ${where} cannot be reached (${error.message || (error as NodeJS.ErrnoException).code}). Is it running, and is DATABASE_URL right?`
}

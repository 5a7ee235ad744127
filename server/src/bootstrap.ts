import { pino } from 'pino'
import type { Config } from './config.ts'
import { loadOrCreateSecretKey, prepareDataFolder } from './data-folder.ts'
import { createDatabaseWait, type DatabaseWait } from './database-wait.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded/embedded.ts'
import { isUnavailable } from './platform/db/errors.ts'
import { migrate } from './platform/db/migrate.ts'
import { superviseEmbeddedPostgres } from './platform/db/supervise.ts'
import { createLogOutput } from './platform/log-output.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { createKeyring, type Keyring } from './platform/secrets/keyring.ts'
import { serializeError } from './platform/serialize-error.ts'
import { StartupError } from './platform/startup-error.ts'

/** What every way of starting Parley needs first: settings, log, keys and a migrated database. */
export type Bootstrap = {
  config: Config
  log: pino.Logger
  metrics: Metrics
  keyring: Keyring
  database: Database
  /** Prints for the person at the terminal. */
  print(text: string): void
  /** For whatever of the start needs the database. */
  whenAvailable: DatabaseWait
  /** Closes the database; the embedded server stops if nobody else uses it. */
  shutdown(): Promise<void>
}

/** `stop` ends the wait for a database that does not answer. */
export async function bootstrap(config: Config, stop?: AbortSignal): Promise<Bootstrap> {
  const metrics = createMetrics()
  const output = createLogOutput(1, { onLost: metrics.countLostLogLine })
  const log = createLogger(config, output)
  const note = (sentence: string) => output.write(`  ${sentence}\n`)
  prepareDataFolder(config.dataDir)
  const keyring = createKeyring(loadOrCreateSecretKey(config.dataDir, config.secretKey))
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: note })
  const database = openDatabase(config.databaseUrl ?? (embedded as EmbeddedPostgres).url, {
    direct: config.databaseUrl && config.databaseDirectUrl,
    connections: config.databaseConnections,
    onLost: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
    onQuery: metrics.observeQuery,
  })
  const server = embedded && superviseEmbeddedPostgres({ database, embedded, dataDir: config.dataDir, log })
  const shutdown = async () => {
    await database.close()
    await server?.stop()
  }
  const whenAvailable = createDatabaseWait({ config, onProgress: note, stop })
  try {
    await whenAvailable(() => migrate(database.pool).catch(toStartupError))
  } catch (error) {
    await shutdown().catch((failure) => log.warn({ err: failure }, 'the database could not be closed'))
    throw error
  }
  return { config, log, metrics, keyring, database, print: output.write, whenAvailable, shutdown }
}

/** A person at the terminal sees warnings only; anything else reads a line a request. */
function createLogger({ logLevel }: Config, output: pino.DestinationStream): pino.Logger {
  const level = logLevel ?? (process.stdout.isTTY ? 'warn' : 'info')
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: serializeError } }
  return pino(options, output)
}

/** What a migration refuses is said in a sentence; a database that is away is waited for. */
function toStartupError(error: Error): never {
  throw isUnavailable(error) ? error : new StartupError(error.message)
}

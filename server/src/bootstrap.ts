import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { Config } from './config.ts'
import { loadOrCreateSecretKey, prepareDataFolder } from './data-folder.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded/embedded.ts'
import { isDiskFull, isUnavailable } from './platform/db/errors.ts'
import { migrate } from './platform/db/migrate.ts'
import { superviseEmbeddedPostgres } from './platform/db/supervise.ts'
import { StartupError, serializeError } from './platform/errors.ts'
import { createLogOutput } from './platform/log-output.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { createKeyring, type Keyring } from './platform/secrets/keyring.ts'

/**
 * Runs one step of the startup. If the database becomes unavailable, waits and runs the step again from its beginning,
 * so a step must be safe to repeat.
 */
type DatabaseWait = <T>(step: () => Promise<T>) => Promise<T>

type WaitOptions = {
  config: Pick<Config, 'databaseUrl' | 'databaseWaitSeconds' | 'dataDir'>
  onProgress(sentence: string): void
  /** Ends the wait early when the process receives a stop signal. */
  stop?: AbortSignal
  pauseMilliseconds?: number
}

const quietMilliseconds = 1_000

/** Each step waits up to DATABASE_WAIT_SECONDS, counted from its first failure. */
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
  if (isDiskFull(error)) return `${where} has no space left on its disk. Free some space, then start Parley again.`
  const reason = error.message || (error as NodeJS.ErrnoException).code
  if (databaseUrl) return `${where} cannot be reached (${reason}). Is it running, and is DATABASE_URL right?`
  return `${where} keeps exiting (${reason}). Check ${dataDir}/postgres.log, then start Parley again.`
}

/** Everything each entry point needs first: settings, log, keys and a migrated database. */
export type Bootstrap = {
  config: Config
  log: pino.Logger
  metrics: Metrics
  keyring: Keyring
  database: Database
  print(text: string): void
  whenAvailable: DatabaseWait
  /** Closes the database and stops the embedded server if no other process uses it. */
  shutdown(): Promise<void>
}

/** `stop` aborts the wait for a database that does not respond. */
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

/** On a terminal, logs only warnings; otherwise logs one line per request. */
function createLogger({ logLevel }: Config, output: pino.DestinationStream): pino.Logger {
  const level = logLevel ?? (process.stdout.isTTY ? 'warn' : 'info')
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: serializeError } }
  return pino(options, output)
}

/** Turns a rejected migration into a readable startup error; unavailability is rethrown so that the caller waits. */
function toStartupError(error: Error): never {
  throw isUnavailable(error) ? error : new StartupError(error.message)
}

import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import { giveLines, type Manner, manners, openLine, openLines, writesAtOnce } from './prepared.ts'
import type { Tables } from './tables.generated.ts'

/** A connection pool or a transaction: what every query function takes first. */
export type Db = Kysely<Tables>

export type Database = {
  db: Db
  pool: pg.Pool
  /** Where new connections go. */
  url(): string
  /** Sends new connections elsewhere: an embedded server that was restarted may have another port. */
  repoint(url: string): void
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** How many connections at the most. */
  connections?: number
  /** Called when an idle connection breaks; without it a restart of PostgreSQL would end the process. */
  onLost?: (error: Error) => void
  /** Hears how long each statement took. */
  onQuery?: (seconds: number) => void
}

// Counts and versions fit a JavaScript number; none of our bigint columns holds more than 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Compiling a statement takes half a second, and ours take milliseconds; Debian's PostgreSQL would compile many of them. */
const noJit = '-c jit=off'

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { connections = 16, onLost = () => {}, onQuery = () => {} } = options
  const settings = {
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    // What nobody waits for any more is not computed to its end either.
    statement_timeout: 30_000,
    keepAlive: true,
    application_name: 'parley',
    options: noJit,
  }
  const pool = new pg.Pool({ connectionString: url, max: connections, idleTimeoutMillis: 30_000, ...settings })
  pool.on('error', onLost)
  // A connection that breaks while it is lent out tells its borrower by the failed query; this event says it again.
  pool.on('connect', (client) => client.on('error', () => {}))
  const log = (event: LogEvent) => onQuery(event.queryDurationMillis / 1000)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log })
  const toServer = () => ({ connectionString: pool.options.connectionString, ...settings })
  const lineOf = (manner: Manner) =>
    openLine(() => ({ ...toServer(), options: `${noJit} ${manners[manner]}` }), onQuery)
  const lines = {
    reads: lineOf('reads'),
    writes: openLines(writesAtOnce, () => lineOf('writes')),
    results: lineOf('results'),
    loose: lineOf('loose'),
  }
  giveLines(db, lines)
  return {
    db,
    pool,
    url: () => pool.options.connectionString as string,
    repoint: (next) => {
      pool.options.connectionString = next
    },
    async close() {
      await Promise.all(Object.values(lines).map((line) => line.close()))
      await db.destroy()
      // Kysely ends the pool only if it was the one to use it.
      if (!pool.ending) await pool.end()
    },
  }
}

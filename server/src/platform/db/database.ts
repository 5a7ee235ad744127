import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createFairSlots, type FairSlots } from '../fairness/slots.ts'
import { currentTenantScope } from '../fairness/tenant.ts'
import { findStatementName } from './named.ts'
import {
  type ConnectionProfile,
  connectionProfiles,
  openPipelinedConnection,
  openPipelinedGroup,
  registerPipelines,
  writeConcurrency,
} from './prepared.ts'
import type { Tables } from './tables.generated.ts'

/** For tenants that hold less than their share while another holds all connections. */
export const reservedConnectionsFor = (connections: number): number => Math.max(1, Math.ceil(connections / 4))

const acquireTimeoutMilliseconds = 5_000

/** What Kysely needs of a pool. */
type PoolLike = Pick<pg.Pool, 'connect' | 'end' | 'options'>

/** Shares the connections of a pool fairly between tenants; a call that waits too long fails as unavailable. */
function createFairPool(pool: pg.Pool, connections: number): { pool: PoolLike; slots: FairSlots } {
  const slots = createFairSlots({
    slots: connections,
    reserve: reservedConnectionsFor(connections),
    waitMilliseconds: acquireTimeoutMilliseconds,
  })
  async function connect(): Promise<pg.PoolClient> {
    const scope = currentTenantScope()
    const release = await slots.acquire({ tenant: scope.tenant, nested: scope.heldConnections > 0 })
    scope.heldConnections += 1
    const releaseSlot = () => {
      scope.heldConnections -= 1
      release()
    }
    try {
      return withSlotRelease(await pool.connect(), releaseSlot)
    } catch (error) {
      releaseSlot()
      throw error
    }
  }
  return { pool: { connect: connect as pg.Pool['connect'], end: () => pool.end(), options: pool.options }, slots }
}

/** `pg` gives a client a new `release` each time that it lends it. */
function withSlotRelease(client: pg.PoolClient, releaseSlot: () => void): pg.PoolClient {
  const { release } = client
  client.release = (error) => {
    release(error)
    releaseSlot()
  }
  return client
}

const readTimeout = 'Query read timeout'

/**
 * A connection on which an answer did not come in time goes: `pg` would keep it, and whoever is given it next would wait
 * behind that answer as long again. A server that has vanished without a word would so be waited for until the system
 * gives its connections up, which takes a quarter of an hour, or for ever where a balancer stands in between.
 */
export class PgClient extends pg.Client {
  override query(...given: unknown[]): never {
    const answer: unknown = super.query(...(given as [string]))
    if (answer instanceof Promise) answer.catch((error: unknown) => this.#goAfter(error))
    return answer as never
  }

  #goAfter(error: unknown): void {
    const { stream } = (this as unknown as { connection: { stream: import('node:net').Socket } }).connection
    if (error instanceof Error && error.message === readTimeout) stream.destroy()
  }
}

/** A connection to PostgreSQL itself: a pooler would send a statement and its name to different connections. */
class DirectClient extends PgClient {
  override query(...given: unknown[]): never {
    const [text, values] = given
    const name = typeof text === 'string' && Array.isArray(values) ? findStatementName(text) : undefined
    return name === undefined ? super.query(...given) : super.query({ name, text, values })
  }
}

/** A connection pool or a transaction: what every query function takes first. */
export type Db = Kysely<Tables>

export type Database = {
  db: Db
  pool: pg.Pool
  /** How the tenants share its connections. */
  slots: FairSlots
  /** Where what needs a connection of its own goes: PostgreSQL itself, past a pooler. */
  url(): string
  /** Sends new connections elsewhere: an embedded server that was restarted may have another port. */
  repoint(url: string): void
  /** Opens the connections that requests and work would otherwise wait for. */
  warm(): Promise<void>
  /** Has pooled connections plan these statements, so that they know the tables in them; none is run. */
  plan(texts: readonly string[]): Promise<void>
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** PostgreSQL itself, where `url` is a pooler that lends its connections for a transaction only. */
  direct?: string
  /** How many connections one tenant may hold; a quarter more is there for the others. */
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

const connectionOptions = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 30_000,
  keepAlive: true,
  application_name: 'parley',
}
/** A pooler refuses them, for its connections are everybody's; there it says them itself. */
const sessionOptions = {
  // What nobody waits for any more is not computed to its end either.
  statement_timeout: 30_000,
  // A machine that is gone without a word holds its locks no longer: PostgreSQL itself would wait two hours for it.
  idle_in_transaction_session_timeout: 60_000,
  options: noJit,
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { connections = 16, onLost = () => {}, onQuery = () => {} } = options
  let direct = options.direct ?? url
  const pooled = options.direct
    ? { ...connectionOptions, Client: PgClient }
    : { ...connectionOptions, ...sessionOptions, Client: DirectClient }
  // One more than is lent, for probes: `/readyz` must not wait for tenants.
  const max = connections + reservedConnectionsFor(connections) + 1
  const pool = new pg.Pool({ connectionString: url, max, idleTimeoutMillis: 30_000, ...pooled })
  pool.on('error', onLost)
  // A connection that breaks while it is lent out tells its borrower by the failed query; this event says it again.
  pool.on('connect', (client) => client.on('error', () => {}))
  const log = (event: LogEvent) => onQuery(event.queryDurationMillis / 1000)
  const fair = createFairPool(pool, connections)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: fair.pool }), log })
  const lines = openPipelines(() => direct, onQuery)
  registerPipelines(db, lines)
  return {
    db,
    pool,
    slots: fair.slots,
    url: () => direct,
    repoint: (next) => {
      direct = next
      pool.options.connectionString = next
    },
    async warm() {
      const opened = Object.values(lines).map((line) => line.query({ text: 'select 1' }, []))
      await Promise.all([...opened, openConnections(pool, connections)])
    },
    plan: (texts) => planOnAllConnections(pool, connections, texts),
    async close() {
      await Promise.all(Object.values(lines).map((line) => line.close()))
      await db.destroy()
      // Kysely ends the pool only if it was the one to use it.
      if (!pool.ending) await pool.end()
    },
  }
}

/** What stands on the way of every message: a connection learns of a table when it first meets it. */
const hotTables = [
  'agents',
  'people',
  'identities',
  'conversations',
  'messages',
  'conversation_events',
  'work_lanes',
  'outbox',
]
const warmUpQuery = `select ${hotTables.map((table) => `(select count(*) from ${table} where false)`).join()}`

const openConnections = (pool: pg.Pool, count: number): Promise<void> =>
  onAllConnections(pool, count, (client) => client.query(warmUpQuery))

async function onAllConnections(
  pool: pg.Pool,
  count: number,
  act: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  await Promise.all(clients.map((client) => act(client).finally(() => client.release())))
}

const isPlanned = /^\s*(select|insert|update|delete|with)\b/i

/** PostgreSQL before 16 cannot plan a statement without its parameters: its connections learn when they first run it. */
async function planOnAllConnections(pool: pg.Pool, count: number, texts: readonly string[]): Promise<void> {
  const planned = texts.filter((text) => isPlanned.test(text)).map((text) => `explain (generic_plan) ${text}`)
  await onAllConnections(pool, count, (client) => client.query(planned.join(';\n')).catch(() => {}))
}

function openPipelines(url: () => string, onQuery: (seconds: number) => void) {
  const settings = (profile: ConnectionProfile) => ({
    connectionString: url(),
    ...connectionOptions,
    ...sessionOptions,
    application_name: 'parley-line',
    options: `${noJit} ${connectionProfiles[profile]}`,
  })
  const connectionOf = (profile: ConnectionProfile) =>
    openPipelinedConnection(() => settings(profile), { onQuery, closesOnLock: profile === 'reads' })
  return {
    reads: connectionOf('reads'),
    writes: openPipelinedGroup(writeConcurrency, () => connectionOf('writes')),
    results: connectionOf('results'),
    relaxed: connectionOf('relaxed'),
  }
}

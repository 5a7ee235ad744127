import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createFairSlots, type FairSlots } from '../fairness/slots.ts'
import { currentTenantScope } from '../fairness/tenant.ts'
import { isStalePlan } from './errors.ts'
import {
  type ConnectionProfile,
  connectionProfiles,
  deallocateStatement,
  openPipelinedConnection,
  openPipelinedGroup,
  registerPipelines,
  writeConcurrency,
} from './prepared.ts'
import { findStatementName, maxNamedPerConnection } from './statement.ts'
import type { Tables } from './tables.generated.ts'

/** Reserved for tenants below their fair share while another tenant uses all regular connections. */
export const reservedConnectionsFor = (connections: number): number => Math.max(1, Math.ceil(connections / 4))

const defaultWaitMilliseconds = 5_000

type PoolLike = Pick<pg.Pool, 'connect' | 'end' | 'options'>

/** Shares the pool's connections fairly between tenants; a call that waits too long fails as unavailable. */
function createFairPool(
  pool: pg.Pool,
  { connections, waitMilliseconds }: Required<Pick<DatabaseOptions, 'connections' | 'waitMilliseconds'>>,
): { pool: PoolLike; slots: FairSlots } {
  const slots = createFairSlots({
    slots: connections,
    reserve: reservedConnectionsFor(connections),
    waitMilliseconds,
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

/** `pg` creates a new `release` function each time it checks out a client. */
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
 * Discards a connection whose response timed out: `pg` would reuse it, and its next user would wait behind that
 * response just as long. With a server that vanished silently, this would last until the operating system drops the
 * connection, which takes a quarter of an hour, or forever behind a load balancer.
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

type NamedStatement = { name: string; text: string; values: unknown[] }

/**
 * A direct connection to PostgreSQL, which parses a statement once and plans it only a few times. A pooler would send a
 * statement and its name to different connections.
 */
class DirectClient extends PgClient {
  /** The names of the prepared statements, the least recently used first. */
  readonly #prepared = new Set<string>()

  override query(...given: unknown[]): never {
    const [text, values, callback] = given
    // `Pool.query` gives a callback; only tests and scripts use it.
    if (typeof text !== 'string' || !Array.isArray(values) || callback) return super.query(...given)
    const name = findStatementName(text, values)
    return name === undefined ? super.query(...given) : (this.#runNamed({ name, text, values }) as never)
  }

  async #runNamed(statement: NamedStatement): Promise<unknown> {
    this.#prepared.delete(statement.name)
    this.#prepared.add(statement.name)
    const [oldest] = this.#prepared
    if (this.#prepared.size > maxNamedPerConnection && oldest !== undefined) this.#deallocate(oldest)
    const isAlone = this.getTransactionStatus() === 'I'
    try {
      return await super.query(statement)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      this.#deallocate(statement.name)
      // PostgreSQL refused it before it ran. In a transaction, `inTransaction` starts again.
      if (!isAlone) throw error
      return await super.query(statement)
    }
  }

  #deallocate(name: string): void {
    this.#prepared.delete(name)
    deallocateStatement(this, name)
  }
}

/** A connection pool or a transaction; the first parameter of every query function. */
export type Db = Kysely<Tables>

export type Database = {
  db: Db
  pool: pg.Pool
  slots: FairSlots
  /** The URL for dedicated connections: PostgreSQL itself, bypassing a pooler. */
  url(): string
  /** Redirects new connections: a restarted embedded server may listen on another port. */
  repoint(url: string): void
  /** Opens connections in advance, so that requests and work need not wait for them. */
  warm(): Promise<void>
  /** Makes pooled connections plan these statements without running them, so that their catalog caches are warm. */
  plan(texts: readonly string[]): Promise<void>
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** The URL of PostgreSQL itself, if `url` is a transaction-mode pooler. */
  direct?: string
  /** The maximum number of connections for one tenant; a quarter more is reserved for the others. */
  connections?: number
  /**
   * How long a call waits for a connection of the pool, and a new connection for PostgreSQL, before it fails as
   * unavailable. Default: 5 seconds.
   */
  waitMilliseconds?: number
  /** Called when an idle connection breaks; without a handler, a restart of PostgreSQL would end the process. */
  onLost?: (error: Error) => void
  onQuery?: (seconds: number) => void
}

// Counts and versions fit a JavaScript number: no bigint column of ours exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const int8Array: number = 1016
pg.types.setTypeParser(int8Array, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))

/**
 * JIT compilation takes half a second, our statements take milliseconds; Debian's PostgreSQL would compile many of
 * them.
 */
const noJit = '-c jit=off'
/**
 * A plan that PostgreSQL keeps must be right when the table has grown: for a table of one page it would choose to read
 * the whole table, and keep that choice while an import adds a million rows.
 */
const keptPlanSettings = '-c enable_seqscan=off'

const connectionOptions = {
  query_timeout: 30_000,
  keepAlive: true,
  application_name: 'parley',
}
/**
 * Not set through a pooler, which rejects them because its connections are shared; there they are configured in the
 * pooler itself.
 */
const sessionOptions = {
  // Cancels a statement whose caller has timed out.
  statement_timeout: 30_000,
  // Releases the locks of a client that vanished silently: PostgreSQL itself would wait two hours for it.
  idle_in_transaction_session_timeout: 60_000,
  options: `${noJit} ${keptPlanSettings}`,
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { connections = 16, onLost = () => {}, onQuery = () => {} } = options
  const { waitMilliseconds = defaultWaitMilliseconds } = options
  let direct = options.direct ?? url
  const pooled = options.direct
    ? { ...connectionOptions, Client: PgClient }
    : { ...connectionOptions, ...sessionOptions, Client: DirectClient }
  // One more than the tenants can use, for probes: `/readyz` must not wait for tenants.
  const max = connections + reservedConnectionsFor(connections) + 1
  const timeouts = { idleTimeoutMillis: 30_000, connectionTimeoutMillis: waitMilliseconds }
  const pool = new pg.Pool({ connectionString: url, max, ...timeouts, ...pooled })
  pool.on('error', onLost)
  // A connection that breaks while in use already fails its query; ignore the duplicate event.
  pool.on('connect', (client) => client.on('error', () => {}))
  const log = (event: LogEvent) => onQuery(event.queryDurationMillis / 1000)
  const fair = createFairPool(pool, { connections, waitMilliseconds })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: fair.pool }), log })
  const lines = openPipelines(() => direct, { waitMilliseconds, onQuery })
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
      // Kysely ends the pool only if it has used it.
      if (!pool.ending) await pool.end()
    },
  }
}

/** Tables on the path of every message. A connection loads a table's metadata on first use. */
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

/** PostgreSQL before 16 cannot plan a statement without its parameters; its connections warm up on first use. */
async function planOnAllConnections(pool: pg.Pool, count: number, texts: readonly string[]): Promise<void> {
  const planned = texts.filter((text) => isPlanned.test(text)).map((text) => `explain (generic_plan) ${text}`)
  await onAllConnections(pool, count, (client) => client.query(planned.join(';\n')).catch(() => {}))
}

type PipelineSetting = Required<Pick<DatabaseOptions, 'waitMilliseconds' | 'onQuery'>>

function openPipelines(url: () => string, { waitMilliseconds, onQuery }: PipelineSetting) {
  const settings = (profile: ConnectionProfile) => ({
    connectionString: url(),
    connectionTimeoutMillis: waitMilliseconds,
    ...connectionOptions,
    ...sessionOptions,
    application_name: 'parley-pipeline',
    options: `${noJit} ${connectionProfiles[profile]}`,
  })
  const connectionOf = (profile: ConnectionProfile) =>
    openPipelinedConnection(() => settings(profile), { onQuery, closesOnLock: profile === 'reads' })
  return {
    reads: connectionOf('reads'),
    writes: openPipelinedGroup(writeConcurrency, () => connectionOf('writes')),
    results: connectionOf('results'),
    outcomes: connectionOf('outcomes'),
    relaxed: connectionOf('relaxed'),
  }
}

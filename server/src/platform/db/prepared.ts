import { CompiledQuery, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import { isLockTimeout } from './errors.ts'

/**
 * A statement that is parsed and planned once a connection. It must name its columns: `select *` would fail on old
 * connections after a migration.
 */
export type PreparedStatement = { name: string; text: string }

/** One connection for short statements only: they are sent without waiting for the answers of those before. */
export type PipelinedConnection = {
  query<Row>(statement: { name?: string; text: string }, values: unknown[]): Promise<Row[]>
  /** Whether the statement met a locked table a moment ago. */
  isBlocked(statement: PreparedStatement): boolean
  close(): Promise<void>
}

/** A locked table stood before the statement or one that was sent before it: it belongs on a connection of its own. */
class PipelineBlockedError extends Error {}

/**
 * A plan that is made once is made for rows that nobody knows yet, and must be right for a table of ten rows and of ten
 * million: by the index of the key, one row after the other.
 */
const keyedPlanSettings =
  '-c plan_cache_mode=force_generic_plan -c enable_hashjoin=off -c enable_mergejoin=off -c enable_seqscan=off ' +
  '-c enable_bitmapscan=off -c enable_material=off -c jit=off'

/**
 * For tables that are now empty and now full: a plan made for an empty one would read all of a full one. Only a plain scan of
 * an index forgets what is dead in it; by bitmap each claim read again all that was ever worked since the last vacuum
 * (11,000 entries after 30,000 messages).
 */
const customPlanSettings =
  '-c plan_cache_mode=force_custom_plan -c enable_bitmapscan=off -c enable_seqscan=off -c enable_hashjoin=off ' +
  '-c enable_mergejoin=off -c jit=off'

/**
 * One for each manner, so that none waits for what it need not: `reads` for no commit, `writes` for no lock (a statement
 * that meets one fails at once and is done by itself; so does a read that meets a locked table), `results` for neither, `relaxed` not even for the disk: what is
 * lost with a crash of PostgreSQL there is only who was working on what.
 */
export const connectionProfiles = {
  reads: `${keyedPlanSettings} -c lock_timeout=100`,
  writes: `${keyedPlanSettings} -c lock_timeout=100`,
  results: customPlanSettings,
  relaxed: `${customPlanSettings} -c synchronous_commit=off`,
} as const
export type ConnectionProfile = keyof typeof connectionProfiles
/** So many statements of `writes` can be on their way at once. */
export const writeConcurrency = 2
type PipelinedConnections = Record<ConnectionProfile, PipelinedConnection>
const pipelinesByDatabase = new WeakMap<Db, PipelinedConnections>()

export function registerPipelines(db: Db, connections: PipelinedConnections): void {
  pipelinesByDatabase.set(db, connections)
}

/**
 * For the few statements that stand in the way of every request and message: straight to the driver, past the query
 * builder (two runs each: 54 instead of 75 µs of processor time a request), parsed and planned once. They must go by keys
 * alone, and those from the first row on. Inside a transaction it is a statement like any other.
 */
export async function runPrepared<Row>(
  db: Db,
  statement: PreparedStatement,
  values: unknown[],
  profile: 'reads' | 'writes' = 'reads',
): Promise<Row[]> {
  const line = pipelinesByDatabase.get(db)?.[profile]
  const alone = async () => (await db.executeQuery<Row>(CompiledQuery.raw(statement.text, values))).rows
  if (!line || (profile === 'reads' && line.isBlocked(statement))) return alone()
  try {
    return await line.query<Row>(statement, values)
  } catch (error) {
    if (profile === 'reads' && error instanceof PipelineBlockedError) return alone()
    throw error
  }
}

/** A statement on a line that is parsed once and planned each time; there may be only so many texts. */
export async function runPipelined<Row>(
  db: Db,
  query: RawBuilder<Row>,
  profile: 'results' | 'relaxed',
): Promise<Row[]> {
  const line = pipelinesByDatabase.get(db)?.[profile]
  if (!line) return (await query.execute(db)).rows
  const { sql: text, parameters } = query.compile(db)
  return line.query<Row>({ name: statementNameOf(text), text }, [...parameters])
}

/** Two in one packet, the second after the first has committed. */
export async function runPipelinedPair<First, Second>(
  db: Db,
  [first, second]: [RawBuilder<First>, RawBuilder<Second>],
  profile: 'results' | 'relaxed',
): Promise<[First[], PromiseSettledResult<Second[]>]> {
  const firstRows = runPipelined(db, first, profile)
  // Only a line keeps the order by itself.
  if (!pipelinesByDatabase.has(db)) await firstRows
  const [rows, [next]] = await Promise.all([firstRows, Promise.allSettled([runPipelined(db, second, profile)])])
  return [rows, next]
}

const statementNames = new Map<string, string>()

function statementNameOf(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) {
    name = `on_line_${statementNames.size}`
    statementNames.set(text, name)
  }
  return name
}

/** Several connections as one line: what comes goes to the one with the least before it. */
export function openPipelinedGroup(count: number, open: () => PipelinedConnection): PipelinedConnection {
  const all = Array.from({ length: count }, () => ({ line: open(), waiting: 0 }))
  return {
    async query(statement, values) {
      const least = all.reduce((one, other) => (other.waiting < one.waiting ? other : one))
      least.waiting += 1
      try {
        return await least.line.query(statement, values)
      } finally {
        least.waiting -= 1
      }
    },
    isBlocked: (statement) => all.some(({ line }) => line.isBlocked(statement)),
    close: async () => void (await Promise.all(all.map(({ line }) => line.close()))),
  }
}

/** How long a statement keeps off a line after it met a lock there. */
const lockCooldownMilliseconds = 1_000

export type PipelineOptions = {
  onQuery: (seconds: number) => void
  /** Gives the connection up where a statement meets a lock: those behind it would wait for one lock after the other. */
  closesOnLock?: boolean
}

export function openPipelinedConnection(
  settings: () => pg.ClientConfig,
  { onQuery, closesOnLock = false }: PipelineOptions,
): PipelinedConnection {
  let current: Promise<pg.Client> | undefined
  const left = new WeakSet<pg.Client>()
  const blockedUntil = new Map<string, number>()

  function leave(client: pg.Client, statement: { name?: string }): void {
    if (statement.name) blockedUntil.set(statement.name, performance.now() + lockCooldownMilliseconds)
    if (left.has(client)) return
    left.add(client)
    current = undefined
    streamOf(client).destroy()
  }

  function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...settings(), pipeline: true } as pg.ClientConfig)
    const connecting = client.connect().then(() => client)
    const forget = () => {
      if (current === connecting) current = undefined
    }
    // Whoever asks next gets a new connection; those who wait hear of it by their failed query.
    client.on('error', forget)
    client.on('end', forget)
    connecting.catch(forget)
    return connecting
  }

  return {
    async query(statement, values) {
      current ??= connect()
      const client = await current
      const sentAt = performance.now()
      corkUntilNextTick(client)
      try {
        const { rows } = await client.query({ ...statement, values })
        onQuery((performance.now() - sentAt) / 1000)
        return rows
      } catch (error) {
        if (closesOnLock && isLockTimeout(error)) leave(client, statement)
        throw left.has(client) ? new PipelineBlockedError('a lock stands in the way', { cause: error }) : error
      }
    },
    isBlocked: ({ name }) => blockedUntil.size > 0 && (blockedUntil.get(name) ?? 0) > performance.now(),
    async close() {
      const client = await current?.catch(() => undefined)
      await client?.end()
    },
  }
}

const corkedClients = new WeakSet<pg.Client>()

/** What is asked in one tick leaves in one packet and wakes the server once. */
function corkUntilNextTick(client: pg.Client): void {
  if (corkedClients.has(client)) return
  const stream = streamOf(client)
  corkedClients.add(client)
  stream.cork()
  process.nextTick(() => {
    corkedClients.delete(client)
    stream.uncork()
  })
}

const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream

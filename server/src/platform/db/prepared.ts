import { CompiledQuery, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import { isLockTimeout, isStalePlan } from './errors.ts'
import { type BoundStatement, nameOfText } from './statement.ts'

/** A connection for short statements only: each is sent without waiting for the previous results. */
export type PipelinedConnection = {
  query<Row>(statement: { name?: string; text: string }, values: unknown[]): Promise<Row[]>
  /** Whether the statement met a locked table a moment ago. */
  isBlocked(statement: { name: string }): boolean
  close(): Promise<void>
}

/** The statement, or one sent before it, met a locked table: it must run on a connection of its own. */
class PipelineBlockedError extends Error {}

/**
 * One plan for all executions, which is right for tables of ten rows and of ten million: nested loops over indexes, in
 * the order in which the statement joins. Only a plain index scan marks dead entries; with a bitmap scan each claim
 * read every entry processed since the last vacuum again (11,000 entries after 30,000 messages).
 */
const keyedPlanSettings =
  '-c plan_cache_mode=force_generic_plan -c join_collapse_limit=1 -c enable_hashjoin=off -c enable_mergejoin=off ' +
  '-c enable_seqscan=off -c enable_bitmapscan=off -c enable_material=off -c enable_memoize=off -c jit=off'

/** Plans each execution, for statements whose best plan depends on how many rows there are. */
const customPlanSettings =
  '-c plan_cache_mode=force_custom_plan -c enable_bitmapscan=off -c enable_seqscan=off -c enable_hashjoin=off ' +
  '-c enable_mergejoin=off -c jit=off'

/**
 * One connection per profile, so that no statement waits longer than it must: `reads` never wait for a commit; `writes`
 * never wait for a lock (a statement that meets one fails at once and is run separately, as does a read that meets a
 * locked table); `results` and `outcomes` wait for neither; `relaxed` do not even wait for the disk, because a crash of
 * PostgreSQL there loses only who was working on what.
 */
export const connectionProfiles = {
  reads: `${keyedPlanSettings} -c lock_timeout=100`,
  writes: `${keyedPlanSettings} -c lock_timeout=100`,
  results: customPlanSettings,
  outcomes: keyedPlanSettings,
  relaxed: `${keyedPlanSettings} -c synchronous_commit=off`,
} as const
export type ConnectionProfile = keyof typeof connectionProfiles
export const writeConcurrency = 2
type PipelinedConnections = Record<ConnectionProfile, PipelinedConnection>
const pipelinesByDatabase = new WeakMap<Db, PipelinedConnections>()

export function registerPipelines(db: Db, connections: PipelinedConnections): void {
  pipelinesByDatabase.set(db, connections)
}

/**
 * For the few statements on the path of every request and message: goes straight to the driver without the query
 * builder (two runs each: 54 instead of 75 µs of processor time a request). Each connection parses and plans the
 * statement once. `defineStatement` defines it; it must use key lookups only, however small the table. Inside a
 * transaction it runs as an ordinary statement.
 */
export async function runPrepared<Row>(
  db: Db,
  statement: BoundStatement,
  profile: 'reads' | 'writes' = 'reads',
): Promise<Row[]> {
  const line = pipelinesByDatabase.get(db)?.[profile]
  if (!line || (profile === 'reads' && line.isBlocked(statement))) return runUnprepared(db, statement)
  try {
    return await line.query<Row>(statement, statement.values)
  } catch (error) {
    if (profile === 'reads' && error instanceof PipelineBlockedError) return runUnprepared(db, statement)
    throw error
  }
}

/** Runs it as an ordinary statement, on a pooled connection or in the transaction. */
export async function runUnprepared<Row>(db: Db, { text, values }: BoundStatement): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}

/**
 * Runs a statement on a pipelined connection, which parses it once and, except for `results`, plans it once. There
 * must be few different texts.
 */
export async function runPipelined<Row>(
  db: Db,
  query: RawBuilder<Row>,
  profile: 'results' | 'outcomes' | 'relaxed',
): Promise<Row[]> {
  const line = pipelinesByDatabase.get(db)?.[profile]
  if (!line) return (await query.execute(db)).rows
  const { sql: text, parameters } = query.compile(db)
  return line.query<Row>({ name: statementNameOf(text), text }, [...parameters])
}

/** Sends two statements in one packet; the second runs after the first has committed. */
export async function runPipelinedPair<First, Second>(
  db: Db,
  [first, second]: [RawBuilder<First>, RawBuilder<Second>],
  profile: 'results' | 'outcomes' | 'relaxed',
): Promise<[First[], PromiseSettledResult<Second[]>]> {
  const firstRows = runPipelined(db, first, profile)
  // Only a pipelined connection preserves the order by itself.
  if (!pipelinesByDatabase.has(db)) await firstRows
  const [rows, [next]] = await Promise.all([firstRows, Promise.allSettled([runPipelined(db, second, profile)])])
  return [rows, next]
}

const statementNames = new Map<string, string>()

function statementNameOf(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) {
    name = nameOfText(text)
    statementNames.set(text, name)
  }
  return name
}

/** Several connections used as one: each statement goes to the one with the shortest queue. */
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

/** How long a statement avoids the pipelined connection after it met a lock there. */
const lockCooldownMilliseconds = 1_000

export type PipelineOptions = {
  onQuery: (seconds: number) => void
  /**
   * Drops the connection when a statement meets a lock: the statements behind it would wait for one lock after the
   * other.
   */
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
    // The next caller gets a new connection; waiting callers notice by their failed query.
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
        const { rows } = await queryAgainIfStale(client, { ...statement, values })
        onQuery((performance.now() - sentAt) / 1000)
        return rows
      } catch (error) {
        if (closesOnLock && isLockTimeout(error)) leave(client, statement)
        throw left.has(client) ? new PipelineBlockedError('a lock blocks the statement', { cause: error }) : error
      }
    },
    isBlocked: ({ name }) => blockedUntil.size > 0 && (blockedUntil.get(name) ?? 0) > performance.now(),
    async close() {
      const client = await current?.catch(() => undefined)
      await client?.end()
    },
  }
}

/** PostgreSQL refuses a statement that it prepared before a migration without running it. */
async function queryAgainIfStale(client: pg.Client, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await client.query(statement)
  } catch (error) {
    if (!isStalePlan(error) || statement.name === undefined) throw error
    deallocateStatement(client, statement.name)
    return await client.query(statement)
  }
}

/** Takes effect before the connection's next statement. */
export function deallocateStatement(client: pg.Client, name: string): void {
  const { connection } = client as unknown as { connection: StatementConnection }
  delete connection.parsedStatements[name]
  connection.close({ type: 'S', name })
}

type StatementConnection = {
  parsedStatements: Record<string, string>
  close(statement: { type: 'S'; name: string }): void
}

const corkedClients = new WeakSet<pg.Client>()

/** Statements of one tick are sent in one packet, which wakes the server once. */
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

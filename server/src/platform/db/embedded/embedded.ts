import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '../../errors.ts'
import { isUnavailable } from '../errors.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, type ClusterOptions, openCluster } from './cluster.ts'
import { connectionUrlOf, createDatabaseIfMissing, presenceConnectionName, tryConnect } from './connect.ts'
import { findLivePostmaster, type Postmaster } from './postmaster.ts'
import { connectToServer, resolveServerAddress, type ServerConnection, stopServer } from './server.ts'
import { explainStartError, serverKeepsCrashingError } from './startup-errors.ts'

const lockTimeoutMilliseconds = 120_000
const busy = 5
const cannotOpen = new Set([8, 14])

/**
 * Runs `act` while holding an exclusive lock on the file. SQLite serves only as a file lock, the one lock in Node that
 * the kernel frees when its holder is killed; a pid file cannot be taken over safely.
 */
async function withFileLock<T>(file: string, act: () => Promise<T>): Promise<T> {
  const lock = await acquireLock(file)
  try {
    return await act()
  } finally {
    lock.close()
  }
}

async function acquireLock(file: string): Promise<DatabaseSync> {
  const deadline = Date.now() + lockTimeoutMilliseconds
  for (;;) {
    const lock = tryLock(file)
    if (lock) return lock
    if (Date.now() > deadline) {
      throw new StartupError(`Another process has held ${file} for two minutes. End that process, then start again.`)
    }
    await sleep(20)
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    const { errcode } = error as { errcode?: number }
    if (errcode === busy) return undefined
    if (errcode !== undefined && cannotOpen.has(errcode)) throw Object.assign(new Error(file), { code: 'EACCES' })
    throw error
  }
}

export type EmbeddedPostgres = {
  /** URL for `pg`, with the database `parley`; replace its pathname to use another one. */
  url: string
  pid: number
  startedHere: boolean
  /** Resolves when the server, or this process's connection to it, is gone; it must then be started or found again. */
  lost: Promise<void>
  /** Stops the server unless other connections are open, including those of this process. Safe to call twice. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  /** False trades safety against power failures for speed; for test runs only. */
  durable?: boolean
  onProgress?: (sentence: string) => void
}

const database = 'parley'
const restartMilliseconds = 60_000
/** SQLite, which provides the folder lock, accepts paths of 512 bytes; PostgreSQL would accept 1,024. */
const maxPathBytes = 480

/**
 * Returns the PostgreSQL of a data folder: finds it if it runs, otherwise starts it, and creates it if there is none.
 */
export async function startEmbeddedPostgres(given: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    const dataDir = await resolveDataFolder(given.dataDir)
    const options = { dataDir, durable: given.durable ?? true, onProgress: given.onProgress ?? (() => {}) }
    return await withFileLock(lockFilePath(dataDir), () => start(options))
  } catch (error) {
    throw explainStartError(error, resolve(given.dataDir))
  }
}

async function start(options: ClusterOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(await findBinaries(), options)
  const { postmaster, client, startedHere, lost } = await connectToDatabase(cluster, options)
  // Stays open without keeping the process alive, so that other processes' stop() sees that this one still uses the
  // server.
  setSocketRef(client, false)
  let stopping: Promise<void> | undefined
  return {
    url: connectionUrlOf(postmaster, cluster.password, database),
    pid: postmaster.pid,
    startedHere,
    lost,
    stop: () => {
      stopping ??= withFileLock(lockFilePath(options.dataDir), () => stopIfLast(cluster, client))
      return stopping
    },
  }
}

/** Connects to the server and creates our database. Retries for a minute if the server dies meanwhile. */
async function connectToDatabase(
  cluster: Cluster,
  options: ClusterOptions,
): Promise<ServerConnection & { lost: Promise<void> }> {
  const deadline = Date.now() + restartMilliseconds
  for (;;) {
    const reached = await connectToServer(cluster, options)
    const lost = new Promise<void>((resolve) => reached.client.once('end', resolve))
    try {
      await createDatabaseIfMissing(reached.client, database)
      if (options.durable) await warnIfNotDurable(reached.client, options)
      return { ...reached, lost }
    } catch (error) {
      await reached.client.end().catch(() => {})
      if (!isUnavailable(error)) throw error
      if (Date.now() > deadline) throw serverKeepsCrashingError(options.dataDir)
    }
  }
}

async function stopIfLast(cluster: Cluster, presence: pg.Client): Promise<void> {
  setSocketRef(presence, true)
  await presence.end().catch(() => {})
  const deadline = Date.now() + 10_000
  for (;;) {
    const live = await findLivePostmaster(cluster.cluster)
    if (!live) return
    const client = await tryConnect(
      connectionUrlOf(await resolveServerAddress(live, cluster), cluster.password, 'postgres'),
    )
    if (client) return stopUnlessUsed(cluster, live, client)
    if (Date.now() > deadline) return // it is still recovering, and the next start will find it
    await sleep(50)
  }
}

/** A server that dies during the check has already stopped. */
async function stopUnlessUsed(cluster: Cluster, live: Postmaster, client: pg.Client): Promise<void> {
  const alone = await isOnlyClient(client).catch((error) => {
    if (!isUnavailable(error)) throw error
    return false
  })
  await client.end().catch(() => {})
  if (alone) await stopServer(live, cluster)
}

/**
 * Polls, because on a busy machine connections that were just closed, or whose owner was killed, stay listed for a
 * while: one second if another Parley signals its presence, otherwise five.
 */
async function isOnlyClient(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    if (rows.length === 0) return true
    if (tries >= 20 && rows.some(({ name }) => name === presenceConnectionName)) return false
    await sleep(50)
  }
  return false
}

async function warnIfNotDurable(client: pg.Client, { onProgress }: ClusterOptions): Promise<void> {
  const { rows } = await client.query<{ fsync: string }>('show fsync')
  if (rows[0]?.fsync === 'off')
    onProgress('The database is running with fsync off because a test run started it; stop that first.')
}

async function resolveDataFolder(given: string): Promise<string> {
  await mkdir(given, { recursive: true, mode: 0o700 })
  await access(given, constants.R_OK | constants.W_OK | constants.X_OK)
  const dataDir = await realpath(given)
  if (Buffer.byteLength(dataDir) <= maxPathBytes) return dataDir
  throw new StartupError(`The path ${dataDir} is too long for a data folder. Set DATA_DIR to a shorter one.`)
}

function lockFilePath(dataDir: string): string {
  return join(dataDir, 'postgres.lock')
}

/** `pg` has both functions; its types do not declare them. */
function setSocketRef(client: pg.Client, alive: boolean): void {
  const socket = client as unknown as { ref(): void; unref(): void }
  if (alive) socket.ref()
  else socket.unref()
}

import { type ChildProcess, spawn } from 'node:child_process'
import { chown, type FileHandle, lstat, mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { StartupError } from '../../startup-error.ts'
import type { Cluster, ClusterOptions } from './cluster.ts'
import { hashFolderPath } from './cluster-location.ts'
import { connectionUrlOf, tryConnect, withVerifiedSocket } from './connect.ts'
import { findLivePostmaster, isServingCluster, overwriteStalePidFile, type Postmaster } from './postmaster.ts'
import { runPostgresProgram } from './run-program.ts'
import { programFailedError } from './startup-errors.ts'
import { buildCommandAs, type ServerUser } from './user.ts'

/** A socket's path may have about 100 bytes, so it cannot lie in the data folder, whose path may be longer. */
const maxSocketPathBytes = 100
const socketName = '/.s.PGSQL.65535'

/**
 * A folder that only the server's user may enter; the same one for the same cluster, if nobody else made it first.
 * Without any, the server is reached through its port alone.
 */
async function prepareSocketFolder(cluster: string, user: ServerUser): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  return createFolder(cluster, user).catch(() => undefined)
}

/** Called when no server uses it; what is left in there are sockets of killed ones. */
async function removeSocketFolder(folder: string | undefined): Promise<void> {
  if (folder && basename(folder).startsWith('parley-')) await rm(folder, { recursive: true, force: true })
}

async function createFolder(cluster: string, user: ServerUser): Promise<string | undefined> {
  const name = `parley-${await hashFolderPath(cluster)}`
  const parent = [tmpdir(), '/tmp'].find(
    (folder) => Buffer.byteLength(join(folder, `${name}-xxxxxx`) + socketName) <= maxSocketPathBytes,
  )
  if (!parent) return undefined
  const owner = user.uid ?? process.getuid?.()
  const folder = (await claimFolder(join(parent, name), owner)) ?? (await mkdtemp(join(parent, `${name}-`)))
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  return folder
}

async function claimFolder(folder: string, owner: number | undefined): Promise<string | undefined> {
  try {
    await mkdir(folder, { mode: 0o700 })
    return folder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = await lstat(folder)
  const ours = found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0
  return ours ? folder : undefined
}

const maxLogBytes = 10_000_000

/** What a start writes to `postgres.log`: the file, and where in it this start begins. */
type ServerLog = { file: string; handle: FileHandle; startOffset: number }

/** A log that has grown large becomes `postgres.log.1`, in place of the one before. */
async function openServerLog(dataDir: string, user: ServerUser): Promise<ServerLog> {
  const file = join(dataDir, 'postgres.log')
  const size = await sizeOf(file)
  if (size > maxLogBytes) await rename(file, `${file}.1`)
  const handle = await open(file, 'a', 0o600)
  // So that a user whose database root has started once can still write its log.
  if (user.uid !== undefined && user.gid !== undefined) await chown(file, user.uid, user.gid)
  return { file, handle, startOffset: size > maxLogBytes ? 0 : size }
}

async function readServerLog({ file, startOffset }: Pick<ServerLog, 'file' | 'startOffset'>): Promise<string> {
  const handle = await open(file)
  try {
    const length = Math.max(0, Math.min((await handle.stat()).size - startOffset, 20_000))
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, (await handle.stat()).size - length)
    return buffer.toString('utf8')
  } finally {
    await handle.close()
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

const readyTimeoutMilliseconds = 60_000
const stopTimeoutMilliseconds = 60_000
const pollMilliseconds = 20

/**
 * Reasons that pass: a killed server's orphans still end, a killed start's server comes up, the port was taken, or somebody
 * killed the process that recovers.
 */
const transientErrors =
  /pre-existing shared memory block|lock file .* already exists|could not create any TCP\/IP sockets|terminated by signal 9/
const pauseAfterEndMilliseconds = 100

export type ServerConnection = { postmaster: Postmaster; client: pg.Client; startedHere: boolean }
type SpawnedServer = {
  child: ChildProcess
  socketFolder?: string
  readOutput(): Promise<string>
  ended: boolean
  /** Somebody ended it from outside, without a fault of its own. */
  wasKilled: boolean
  error?: Error
}

/** A connection to the cluster's server, which is started unless it runs. The caller holds the folder's lock. */
export async function connectToServer(cluster: Cluster, options: ClusterOptions): Promise<ServerConnection> {
  const deadline = Date.now() + readyTimeoutMilliseconds
  let spawned: SpawnedServer | undefined
  for (;;) {
    const live = await findLivePostmaster(cluster.cluster)
    if (!live && (!spawned || spawned.ended)) {
      if (spawned) await throwIfPermanent(spawned, options.dataDir)
      else options.onProgress('Starting the database…')
      spawned = await spawnServer(cluster, options)
    }
    const reached = live?.ready && (await connect(live, cluster, spawned?.child))
    if (reached) return reached
    if (Date.now() > deadline) throw await toNotReadyError(spawned, options.dataDir)
    await sleep(pollMilliseconds)
  }
}

/** Ends the server the way that keeps everything and breaks open connections off, and waits until it is gone. */
export async function stopServer({ pid, socketFolder }: Postmaster, { cluster, binaries }: Cluster): Promise<void> {
  if (process.platform === 'win32') await runPostgresProgram(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast'])
  else process.kill(pid, 'SIGINT')
  const deadline = Date.now() + stopTimeoutMilliseconds
  while (await isServingCluster(pid, cluster)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) is still busy stopping; let it finish.`)
    await sleep(pollMilliseconds)
  }
  await removeSocketFolder(socketFolder)
}

/** Where a live server can be reached from here. */
export function resolveServerAddress(postmaster: Postmaster, { user }: Cluster): Promise<Postmaster> {
  return withVerifiedSocket(postmaster, [process.getuid?.(), user.uid])
}

async function connect(
  live: Postmaster,
  cluster: Cluster,
  child?: ChildProcess,
): Promise<ServerConnection | undefined> {
  const postmaster = await resolveServerAddress(live, cluster)
  const startedHere = child?.pid === live.pid
  try {
    const client = await tryConnect(connectionUrlOf(postmaster, cluster.password, 'postgres'))
    return client && { postmaster, client, startedHere }
  } catch (error) {
    if (startedHere) await stopServer(live, cluster)
    throw error
  }
}

async function spawnServer(cluster: Cluster, { dataDir, durable }: ClusterOptions): Promise<SpawnedServer> {
  await overwriteStalePidFile(cluster.cluster)
  const socketFolder = await prepareSocketFolder(cluster.cluster, cluster.user)
  const settings = toServerArguments({ port: await freePort(), socketFolder, durable })
  const log = await openServerLog(dataDir, cluster.user)
  const { program, args, options } = buildCommandAs(cluster.user, cluster.binaries.postgres, [
    '-D',
    cluster.cluster,
    ...settings,
  ])
  const stdio = ['ignore' as const, log.handle.fd, log.handle.fd]
  // A session of its own: Ctrl-C in the terminal reaches Parley alone, and the server outlives a killed Parley.
  const child = spawn(program, args, { ...options, cwd: '/', detached: true, windowsHide: true, stdio })
  child.unref()
  const spawned: SpawnedServer = {
    child,
    socketFolder,
    readOutput: () => readServerLog(log),
    ended: false,
    wasKilled: false,
  }
  // Before anything is waited for: a server that refuses its settings is gone within milliseconds.
  child.on('exit', (code, signal) =>
    Object.assign(spawned, { ended: true, wasKilled: code === 0 || signal === 'SIGKILL' || signal === 'SIGTERM' }),
  )
  child.on('error', (error) => Object.assign(spawned, { ended: true, error }))
  await log.handle.close()
  return spawned
}

/** Returns where another attempt may succeed. */
async function throwIfPermanent(spawned: SpawnedServer, dataDir: string): Promise<void> {
  const output = spawned.error?.message ?? (await spawned.readOutput())
  if (spawned.wasKilled || transientErrors.test(output)) return sleep(pauseAfterEndMilliseconds)
  await removeSocketFolder(spawned.socketFolder)
  throw programFailedError(`PostgreSQL did not start on ${dataDir}.`, output, dataDir)
}

async function toNotReadyError(spawned: SpawnedServer | undefined, dataDir: string): Promise<StartupError> {
  const seconds = readyTimeoutMilliseconds / 1000
  const sentence =
    `PostgreSQL on ${dataDir} was not ready within ${seconds} seconds. It may still be recovering: ` +
    `start Parley again in a while, and look into ${dataDir}/postgres.log if that does not help.`
  return programFailedError(sentence, spawned ? await spawned.readOutput() : '', dataDir)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

type ServerSettings = { port: number; socketFolder?: string; durable: boolean }

/** Given on the command line at every start, so that a new Parley's settings reach old clusters too. */
function toServerArguments({ port, socketFolder, durable }: ServerSettings): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder ? `"${socketFolder}"` : '',
    max_connections: 200,
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    jit: 'off', // short statements: compiling one takes longer than running it
    fsync: onOff(durable),
    synchronous_commit: onOff(durable),
    full_page_writes: onOff(durable),
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Statements and details quote what people wrote; the log keeps neither.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function onOff(on: boolean): string {
  return on ? 'on' : 'off'
}

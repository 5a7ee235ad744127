import { type ChildProcess, spawn } from 'node:child_process'
import { chown, type FileHandle, lstat, mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { StartupError } from '../../errors.ts'
import type { Cluster, ClusterOptions } from './cluster.ts'
import { hashFolderPath } from './cluster-location.ts'
import { connectionUrlOf, tryConnect, withVerifiedSocket } from './connect.ts'
import { findLivePostmaster, isServingCluster, overwriteStalePidFile, type Postmaster } from './postmaster.ts'
import { buildCommandAs, runPostgresProgram, type ServerUser } from './run-program.ts'
import { programFailedError } from './startup-errors.ts'

/**
 * A socket path is limited to about 100 bytes, so the socket cannot be in the data folder, whose path may be longer.
 */
const maxSocketPathBytes = 100
const socketName = '/.s.PGSQL.65535'

/**
 * Creates a folder that only the server's user may enter; always the same one for a cluster, unless another user
 * created it first. Without one, the server is reachable only through its port.
 */
async function prepareSocketFolder(cluster: string, user: ServerUser): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  return createFolder(cluster, user).catch(() => undefined)
}

/** Called when no server uses the folder; it contains only sockets of killed ones. */
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

/** The `postgres.log` of a start, and the offset at which this start begins. */
type ServerLog = { file: string; handle: FileHandle; startOffset: number }

/** Renames a large log to `postgres.log.1`, replacing the previous one. */
async function openServerLog(dataDir: string, user: ServerUser): Promise<ServerLog> {
  const file = join(dataDir, 'postgres.log')
  const size = await sizeOf(file)
  if (size > maxLogBytes) await rename(file, `${file}.1`)
  const handle = await open(file, 'a', 0o600)
  // A user whose database root has once started must still be able to write its log.
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
 * Temporary reasons: orphans of a killed server are still exiting, the server of a killed start is coming up, the port
 * was in use, or the recovering process was killed.
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
  /** Killed from outside, through no fault of its own. */
  wasKilled: boolean
  error?: Error
}

/** Connects to the cluster's server and starts it if necessary. The caller must hold the folder's lock. */
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

/** Stops the server without data loss but disconnects open clients, and waits until it has exited. */
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
  // A session of its own: Ctrl-C in the terminal reaches only Parley, and the server survives a killed Parley.
  const child = spawn(program, args, { ...options, cwd: '/', detached: true, windowsHide: true, stdio })
  child.unref()
  const spawned: SpawnedServer = {
    child,
    socketFolder,
    readOutput: () => readServerLog(log),
    ended: false,
    wasKilled: false,
  }
  // Before the first await: a server that rejects its settings exits within milliseconds.
  child.on('exit', (code, signal) =>
    Object.assign(spawned, { ended: true, wasKilled: code === 0 || signal === 'SIGKILL' || signal === 'SIGTERM' }),
  )
  child.on('error', (error) => Object.assign(spawned, { ended: true, error }))
  await log.handle.close()
  return spawned
}

/** Returns, after a pause, if another attempt may succeed. */
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
    `start Parley again in a while, and check ${dataDir}/postgres.log if that does not help.`
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

/** Passed on the command line at every start, so that the settings of a new Parley also apply to old clusters. */
function toServerArguments({ port, socketFolder, durable }: ServerSettings): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder ? `"${socketFolder}"` : '',
    max_connections: 200,
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    jit: 'off', // short statements: JIT compilation takes longer than running them
    fsync: onOff(durable),
    synchronous_commit: onOff(durable),
    full_page_writes: onOff(durable),
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Statements and details quote what people wrote; neither may appear in the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function onOff(on: boolean): string {
  return on ? 'on' : 'off'
}

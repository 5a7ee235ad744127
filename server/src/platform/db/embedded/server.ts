import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { CannotStart } from '../../cannot-start.ts'
import type { Cluster, ClusterOptions } from './cluster.ts'
import { programFailed } from './failure.ts'
import { openLog, readSince } from './log.ts'
import { logIn, urlOf, withSafeSocket } from './login.ts'
import { disownStalePid, livePostmaster, type Postmaster, runsCluster } from './postmaster.ts'
import { run } from './run.ts'
import { settingArgs } from './settings.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'
import { commandAs } from './user.ts'

const readyWithinMilliseconds = 60_000
const goneWithinMilliseconds = 60_000
const pollMilliseconds = 20

/**
 * Reasons that pass: a killed server's orphans still end, a killed start's server comes up, the port was taken, or somebody
 * killed the process that recovers.
 */
const passing =
  /pre-existing shared memory block|lock file .* already exists|could not create any TCP\/IP sockets|terminated by signal 9/
const pauseAfterEndMilliseconds = 100

export type Reached = { postmaster: Postmaster; client: pg.Client; startedHere: boolean }
type Spawned = {
  child: ChildProcess
  socketFolder?: string
  printed(): Promise<string>
  ended: boolean
  /** Somebody ended it from outside, without a fault of its own. */
  wasEnded: boolean
  error?: Error
}

/** A connection to the cluster's server, which is started unless it runs. The caller holds the folder's lock. */
export async function reachServer(cluster: Cluster, options: ClusterOptions): Promise<Reached> {
  const deadline = Date.now() + readyWithinMilliseconds
  let spawned: Spawned | undefined
  for (;;) {
    const live = await livePostmaster(cluster.cluster)
    if (!live && (!spawned || spawned.ended)) {
      if (spawned) await refuseIfHopeless(spawned, options.dataDir)
      else options.note('Starting the database…')
      spawned = await spawnServer(cluster, options)
    }
    const reached = live?.ready && (await connect(live, cluster, spawned?.child))
    if (reached) return reached
    if (Date.now() > deadline) throw await notReady(spawned, options.dataDir)
    await sleep(pollMilliseconds)
  }
}

/** Ends the server the way that keeps everything and breaks open connections off, and waits until it is gone. */
export async function shutDown({ pid, socketFolder }: Postmaster, { cluster, binaries }: Cluster): Promise<void> {
  if (process.platform === 'win32') await run(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast'])
  else process.kill(pid, 'SIGINT')
  const deadline = Date.now() + goneWithinMilliseconds
  while (await runsCluster(pid, cluster)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) is still busy stopping; let it finish.`)
    await sleep(pollMilliseconds)
  }
  await removeSocketFolder(socketFolder)
}

/** Where a live server can be reached from here. */
export function addressOf(postmaster: Postmaster, { user }: Cluster): Promise<Postmaster> {
  return withSafeSocket(postmaster, [process.getuid?.(), user.uid])
}

async function connect(live: Postmaster, cluster: Cluster, child?: ChildProcess): Promise<Reached | undefined> {
  const postmaster = await addressOf(live, cluster)
  const startedHere = child?.pid === live.pid
  try {
    const client = await logIn(urlOf(postmaster, cluster.password, 'postgres'))
    return client && { postmaster, client, startedHere }
  } catch (error) {
    if (startedHere) await shutDown(live, cluster)
    throw error
  }
}

async function spawnServer(cluster: Cluster, { dataDir, durable }: ClusterOptions): Promise<Spawned> {
  await disownStalePid(cluster.cluster)
  const socketFolder = await makeSocketFolder(cluster.cluster, cluster.user)
  const settings = settingArgs({ port: await freePort(), socketFolder, durable })
  const log = await openLog(dataDir, cluster.user)
  const { program, args, options } = commandAs(cluster.user, cluster.binaries.postgres, [
    '-D',
    cluster.cluster,
    ...settings,
  ])
  const stdio = ['ignore' as const, log.handle.fd, log.handle.fd]
  // A session of its own: Ctrl-C in the terminal reaches Parley alone, and the server outlives a killed Parley.
  const child = spawn(program, args, { ...options, cwd: '/', detached: true, windowsHide: true, stdio })
  child.unref()
  const spawned: Spawned = { child, socketFolder, printed: () => readSince(log), ended: false, wasEnded: false }
  // Before anything is waited for: a server that refuses its settings is gone within milliseconds.
  child.on('exit', (code, signal) =>
    Object.assign(spawned, { ended: true, wasEnded: code === 0 || signal === 'SIGKILL' || signal === 'SIGTERM' }),
  )
  child.on('error', (error) => Object.assign(spawned, { ended: true, error }))
  await log.handle.close()
  return spawned
}

/** Returns where another attempt may succeed. */
async function refuseIfHopeless(spawned: Spawned, dataDir: string): Promise<void> {
  const printed = spawned.error?.message ?? (await spawned.printed())
  if (spawned.wasEnded || passing.test(printed)) return sleep(pauseAfterEndMilliseconds)
  await removeSocketFolder(spawned.socketFolder)
  throw programFailed(`PostgreSQL did not start on ${dataDir}.`, printed, dataDir)
}

async function notReady(spawned: Spawned | undefined, dataDir: string): Promise<CannotStart> {
  const seconds = readyWithinMilliseconds / 1000
  const sentence =
    `PostgreSQL on ${dataDir} was not ready within ${seconds} seconds. It may still be recovering: ` +
    `start Parley again in a while, and look into ${dataDir}/postgres.log if that does not help.`
  return programFailed(sentence, spawned ? await spawned.printed() : '', dataDir)
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

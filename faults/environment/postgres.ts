import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '../../server/src/platform/db/embedded/binaries.ts'
import { type ClusterLocation, createClusterLocation } from '../../server/src/platform/db/embedded/cluster-location.ts'
import { buildCommandAs, runAs } from '../../server/src/platform/db/embedded/run-program.ts'
import { findFreePort } from '../../server/src/testing/free-port.ts'
import { listProcessTree } from './processes.ts'

/** A PostgreSQL for this environment alone, with production durability, that a scenario may crash. */
export type Postgres = {
  port: number
  url: string
  pid(): number | undefined
  isUp(): boolean
  /** Starts it if it is not running, and waits until it accepts connections. */
  start(): Promise<void>
  /** `fast` closes open connections, `immediate` crashes it, `kill` is `kill -9`. */
  stop(mode: 'fast' | 'immediate' | 'kill'): Promise<void>
  freeze(): void
  thaw(): void
  /** Creates a synchronous replica, which confirms each commit before the client sees it. */
  createReplica(folder: string): Promise<Postgres>
  promote(): Promise<void>
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const
const user = 'parley'
const database = 'parley'

export async function createFaultPostgres(folder: string): Promise<Postgres> {
  mkdirSync(folder, { recursive: true })
  const location = await createClusterLocation(folder, await findBinaries())
  const args = [`--pgdata=${location.cluster}`, `--username=${user}`, '--auth=trust', '--encoding=UTF8', '--locale=C']
  const { code, output } = await runAs(location.user, [location.binaries.initdb, ...args, '--no-sync'])
  if (code !== 0) throw new Error(`initdb: ${output}`)
  const postgres = await createPostgresServer(location, join(folder, 'postgres.log'))
  await postgres.start()
  await execute(postgres.url.replace(/\/[^/]*$/, '/postgres'), `create database ${database}`)
  return postgres
}

async function createPostgresServer(location: ClusterLocation, log: string): Promise<Postgres> {
  const port = await findFreePort()
  const url = `postgres://${user}@127.0.0.1:${port}/${database}`
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const deadline = Date.now() + 60_000
    for (;;) {
      // Right after a kill, orphaned backends may still hold the old shared memory.
      if (!child || hasEnded(child)) child = spawnServer(location, port, log)
      if (await acceptsConnections(url)) return
      if (Date.now() > deadline) throw new Error(`PostgreSQL was not ready within 60 s; see ${log}`)
      await sleep(50)
    }
  }

  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of child?.pid ? listProcessTree(child.pid) : []) process.kill(pid, signal)
  }

  return {
    port,
    url,
    pid: () => child?.pid,
    isUp: () => child !== undefined && !hasEnded(child),
    start,
    async stop(mode) {
      if (!child || hasEnded(child)) return
      const ended = once(child, 'exit')
      child.kill(signals[mode])
      await ended
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    createReplica: (folder) => startReplica({ location, port, url }, folder),
    promote: () => execute(url, 'select pg_promote()'),
  }
}

function spawnServer(location: ClusterLocation, port: number, log: string): ChildProcess {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '64MB',
    wal_keep_size: '256MB',
    jit: 'off',
    timezone: 'UTC',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
  }
  const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { program, args, options } = buildCommandAs(location.user, location.binaries.postgres, [
    '-D',
    location.cluster,
    ...settingArgs,
  ])
  const out = openSync(log, 'a')
  const child = spawn(program, args, { ...options, cwd: '/', stdio: ['ignore', out, out] })
  closeSync(out)
  child.on('error', () => {})
  const end = () => child.kill('SIGQUIT')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

type PrimaryDatabase = { location: ClusterLocation; port: number; url: string }

/**
 * Follows "Making a Base Backup Using the Low Level API" of the manual: the embedded binaries do not include
 * pg_basebackup.
 */
async function startReplica(primary: PrimaryDatabase, folder: string): Promise<Postgres> {
  mkdirSync(folder, { recursive: true })
  const location = await createClusterLocation(folder, await findBinaries())
  await withClient(primary.url, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    // Files that disappear during the copy do not matter: the WAL contains their changes.
    await runAs(location.user, ['/bin/cp', '-a', `${primary.location.cluster}/.`, location.cluster])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeAs(location, 'backup_label', rows[0]?.labelfile ?? '')
  })
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(location.cluster, name), { force: true })
  const connectionInfo = `host=127.0.0.1 port=${primary.port} user=${user} application_name=replica`
  writeAs(location, 'postgresql.auto.conf', `primary_conninfo = '${connectionInfo}'\n`)
  writeAs(location, 'standby.signal', '')
  const replica = await createPostgresServer(location, join(folder, 'postgres.log'))
  await replica.start()
  await execute(primary.url, `alter system set synchronous_standby_names = 'replica'`)
  await execute(primary.url, 'select pg_reload_conf()')
  await waitForSyncReplication(primary.url)
  return replica
}

/** Waits until every commit of the primary waits for the replica. */
async function waitForSyncReplication(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (let attemptsLeft = 600; attemptsLeft > 0; attemptsLeft--) {
      const { rowCount } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
      if (rowCount) return
      await sleep(100)
    }
    throw new Error('the standby does not replicate')
  })
}

/** PostgreSQL may run as another user: overwriting an existing file keeps its owner. */
function writeAs({ cluster, user: owner }: ClusterLocation, name: string, text: string): void {
  const file = join(cluster, name)
  writeFileSync(file, text, { mode: 0o600 })
  if (owner.uid !== undefined) chownSync(file, owner.uid, owner.gid ?? owner.uid)
}

async function acceptsConnections(url: string): Promise<boolean> {
  return withClient(url.replace(/\/[^/]*$/, '/postgres'), async () => true).catch(() => false)
}

const execute = (url: string, sql: string): Promise<void> =>
  withClient(url, async (client) => void (await client.query(sql)))

export async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 60_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

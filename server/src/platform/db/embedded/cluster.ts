import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../../errors.ts'
import type { Binaries } from './binaries.ts'
import {
  type ClusterLocation,
  createClusterLocation,
  findClusterLocation,
  removeUnfinishedClusters,
} from './cluster-location.ts'
import { runAs } from './run-program.ts'
import { programFailedError } from './startup-errors.ts'

export const superuser = 'parley'

export type ClusterOptions = { dataDir: string; durable: boolean; onProgress(sentence: string): void }
export type Cluster = ClusterLocation & { password: string }

/** Opens the cluster of a data folder and creates it on the first start. The caller must hold the folder's lock. */
export async function openCluster(binaries: Binaries, options: ClusterOptions): Promise<Cluster> {
  const { dataDir } = options
  await removeUnfinishedClusters(dataDir)
  const existing = await findClusterLocation(dataDir, binaries)
  if (existing) return { ...existing, password: await readPassword(dataDir) }
  options.onProgress('Creating the database…')
  const password = await loadOrCreatePassword(dataDir)
  const location = await createClusterLocation(dataDir, binaries)
  await initdb(location, password, options)
  return { ...location, cluster: await activateCluster(location.cluster, dataDir), password }
}

async function initdb(
  location: ClusterLocation,
  password: string,
  { dataDir, durable }: ClusterOptions,
): Promise<void> {
  const args = [
    `--pgdata=${location.cluster}`,
    `--username=${superuser}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
    // Without a terminal (a session of its own has none) the prompt reads standard input, so the password is neither in
    // a file that PostgreSQL's user would have to read nor in an argument that `ps` shows.
    process.platform === 'win32' ? `--pwfile=${passwordPath(dataDir)}` : '--pwprompt',
  ]
  const ran = await runAs(location.user, [location.binaries.initdb, ...args], `${password}\n${password}\n`).catch(
    (error: Error) => {
      throw new StartupError(
        `PostgreSQL's initdb cannot run on this machine (${error.message}). Set DATABASE_URL to your own PostgreSQL.`,
      )
    },
  )
  if (ran.code !== 0)
    throw programFailedError(`PostgreSQL could not create a database in ${dataDir}.`, ran.output, dataDir)
}

/** One rename (or one link, if the cluster has to live elsewhere) puts the cluster into the data folder atomically. */
async function activateCluster(folder: string, dataDir: string): Promise<string> {
  const own = join(dataDir, 'postgres')
  const home = dirname(folder)
  const cluster = home === dataDir ? own : join(home, basename(folder).replace(/^new-/, ''))
  await rename(folder, cluster)
  if (cluster !== own) await symlink(cluster, own)
  await syncFolder(home)
  await syncFolder(dataDir)
  return cluster
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function passwordPath(dataDir: string): string {
  return join(dataDir, 'keys', 'postgres')
}

/**
 * Reads the password of an existing cluster. It is written before the cluster is created, so a missing one was lost.
 */
async function readPassword(dataDir: string): Promise<string> {
  const password = await readIfPresent(passwordPath(dataDir))
  if (password) return password
  throw new StartupError(
    `The password of the database in ${join(dataDir, 'postgres')} is missing. Restore ${passwordPath(dataDir)} from a ` +
      'backup, or move the data folder away to start with an empty database.',
  )
}

/** Returns the password for a new cluster, reusing one that an interrupted start left behind. */
async function loadOrCreatePassword(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'keys')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const stored = await readIfPresent(passwordPath(dataDir))
  if (stored) return stored
  const password = randomBytes(32).toString('hex')
  await writeAtomically(passwordPath(dataDir), `${password}\n`)
  return password
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).trim()
    return text === '' ? undefined : text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The file never appears half-written under its name, even after a power failure. */
async function writeAtomically(file: string, text: string): Promise<void> {
  const unfinished = `${file}.new`
  await rm(unfinished, { force: true })
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
}

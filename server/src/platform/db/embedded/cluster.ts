import { open, rename, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../../startup-error.ts'
import type { Binaries } from './binaries.ts'
import {
  type ClusterLocation,
  createClusterLocation,
  findClusterLocation,
  removeUnfinishedClusters,
} from './cluster-location.ts'
import { loadOrCreatePassword, passwordPath, readPassword } from './password.ts'
import { programFailedError } from './startup-errors.ts'
import { runAs } from './user.ts'

export const superuser = 'parley'

export type ClusterOptions = { dataDir: string; durable: boolean; onProgress(sentence: string): void }
export type Cluster = ClusterLocation & { password: string }

/** The cluster of a data folder, made at the first start. The caller holds the folder's lock. */
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
    // Without a terminal (a session of its own has none) the prompt reads standard input: the password is in no
    // file that PostgreSQL's user would need to read, and in no argument that `ps` shows.
    process.platform === 'win32' ? `--pwfile=${passwordPath(dataDir)}` : '--pwprompt',
  ]
  const ran = await runAs(location.user, [location.binaries.initdb, ...args], `${password}\n${password}\n`).catch(
    (error: Error) => {
      throw new StartupError(
        `PostgreSQL's initdb cannot run on this machine (${error.message}). Set DATABASE_URL to a PostgreSQL of your own.`,
      )
    },
  )
  if (ran.code !== 0)
    throw programFailedError(`PostgreSQL could not create a database in ${dataDir}.`, ran.output, dataDir)
}

/** One rename (or, when the cluster has to live elsewhere, one link) makes the cluster the data folder's own. */
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

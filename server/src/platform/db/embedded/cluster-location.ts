import { createHash } from 'node:crypto'
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '../../errors.ts'
import { type Binaries, copyBinaries } from './binaries.ts'
import {
  currentServerUser,
  hasPasswdEntry,
  isRoot,
  namespacedNobodyUser,
  nobodyUser,
  probeUser,
  type ServerUser,
} from './run-program.ts'

export type ClusterLocation = { cluster: string; user: ServerUser; binaries: Binaries }

/** Used only by root, when PostgreSQL's user cannot reach the data folder. */
const systemDataFolder = '/var/lib/parley'

export async function findClusterLocation(dataDir: string, binaries: Binaries): Promise<ClusterLocation | undefined> {
  const cluster = await findCluster(dataDir, binaries.major)
  if (!cluster) return undefined
  if (!isRoot()) return { cluster, user: currentServerUser, binaries }
  const { uid, gid } = await stat(cluster)
  const user = uid === 0 ? namespacedNobodyUser() : { prefix: [], uid, gid }
  const reached = await findRunnableBinaries(user, cluster, binaries)
  if (reached) return { cluster, user, binaries: reached }
  if (uid === 0) return chownClusterToNobody(cluster, binaries)
  throw noServerUserError()
}

/** Creates an empty folder for a new cluster, with a user that can work in it. */
export async function createClusterLocation(dataDir: string, binaries: Binaries): Promise<ClusterLocation> {
  for (const { home, prefix, user } of await listCandidates(dataDir)) {
    const trial = await tryFolderFor(user, home, prefix)
    const reached = trial && (await findRunnableBinaries(user, trial.folder, binaries))
    if (reached) return { cluster: trial.folder, user, binaries: reached }
    await trial?.undo()
  }
  throw noServerUserError()
}

/** Removes the folders of starts that were killed before their cluster was complete. */
export async function removeUnfinishedClusters(dataDir: string): Promise<void> {
  for (const home of isRoot() ? [dataDir, systemDataFolder] : [dataDir]) {
    const begins = home === dataDir ? 'postgres.new-' : `new-${await hashFolderPath(dataDir)}-`
    for (const name of await readdir(home).catch(() => [])) {
      if (name.startsWith(begins)) await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** Returns sixteen characters that identify the folder, whatever path leads to it. */
export async function hashFolderPath(folder: string): Promise<string> {
  return createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 16)
}

type Candidate = { home: string; prefix: string; user: ServerUser }

async function listCandidates(dataDir: string): Promise<Candidate[]> {
  const inPlace = { home: dataDir, prefix: 'postgres.new-' }
  if (!isRoot())
    return (hasPasswdEntry() ? [currentServerUser] : [namespacedNobodyUser(), currentServerUser]).map((user) => ({
      ...inPlace,
      user,
    }))
  return [
    { ...inPlace, user: namespacedNobodyUser() },
    { ...inPlace, user: nobodyUser() },
    { home: systemDataFolder, prefix: `new-${await hashFolderPath(dataDir)}-`, user: nobodyUser() },
  ]
}

type TrialFolder = { folder: string; undo(): Promise<void> }

async function tryFolderFor(user: ServerUser, home: string, prefix: string): Promise<TrialFolder | undefined> {
  if (home === systemDataFolder && !(await createSystemDataFolder())) return undefined
  const folder = await mkdtemp(join(home, prefix))
  let close = async () => {}
  if (user.uid !== undefined && user.gid !== undefined) {
    await chown(folder, user.uid, user.gid)
    if (home !== systemDataFolder) close = await grantGroupTraverse(home, user.gid)
  }
  const undo = async () => {
    await rm(folder, { recursive: true })
    await close()
  }
  return { folder, undo }
}

async function createSystemDataFolder(): Promise<boolean> {
  try {
    await mkdir(systemDataFolder, { recursive: true })
    await chmod(systemDataFolder, 0o755)
    return true
  } catch {
    return false
  }
}

/**
 * Lets one group traverse, but not list, a folder of root's that is closed to all others. Returns a function that
 * undoes it.
 */
async function grantGroupTraverse(folder: string, group: number): Promise<() => Promise<void>> {
  const { uid, gid, mode } = await stat(folder)
  if (uid !== 0 || (mode & 0o077) !== 0) return async () => {}
  await chown(folder, 0, group)
  await chmod(folder, 0o710)
  return async () => {
    await chmod(folder, mode & 0o777)
    await chown(folder, 0, gid)
  }
}

async function findRunnableBinaries(
  user: ServerUser,
  folder: string,
  binaries: Binaries,
): Promise<Binaries | undefined> {
  if (user === currentServerUser) return binaries
  const answer = await probeUser(user, binaries.postgres, folder)
  if (answer === 'yes') return binaries
  if (answer !== 'not the program' || !isRoot() || !(await createSystemDataFolder())) return undefined
  const copy = await copyBinaries(binaries, systemDataFolder)
  return (await probeUser(user, copy.postgres, folder)) === 'yes' ? copy : undefined
}

/**
 * Takes over a cluster from a time when root could use user namespaces. Changes the cluster folder itself last, because
 * its owner decides whether this runs.
 */
async function chownClusterToNobody(cluster: string, binaries: Binaries): Promise<ClusterLocation> {
  const user = nobodyUser()
  const trial = await tryFolderFor(user, dirname(cluster), 'postgres.new-')
  const reached = trial && (await findRunnableBinaries(user, trial.folder, binaries))
  if (!reached) {
    await trial?.undo()
    throw noServerUserError()
  }
  await rm(trial.folder, { recursive: true })
  for (const entry of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, entry), user.uid, user.gid)
  }
  await chown(cluster, user.uid, user.gid)
  return { cluster, user, binaries: reached }
}

async function findCluster(dataDir: string, major: string): Promise<string | undefined> {
  const folder = join(dataDir, 'postgres')
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  })
  if (version?.trim() === major) return realpath(folder)
  if (version !== undefined) throw versionMismatchError(folder, version.trim(), major)
  if (await isFree(folder)) return undefined
  throw new StartupError(
    `${folder} already exists, but it is not a PostgreSQL cluster. Move it, or set DATA_DIR to another folder.`,
  )
}

/** A dangling link does not count as free: the cluster it pointed to was lost, and an empty one would hide that. */
async function isFree(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return true
  return found.isDirectory() && (await readdir(folder)).length === 0
}

function versionMismatchError(folder: string, found: string, brought: string): StartupError {
  return new StartupError(
    `The database in ${folder} was created by PostgreSQL ${found}, but this Parley includes PostgreSQL ${brought}. Start the ` +
      'Parley version that created it, migrate the data with pg_upgrade, or run that PostgreSQL yourself and set DATABASE_URL.',
  )
}

function noServerUserError(): StartupError {
  return new StartupError(
    'PostgreSQL does not run as root, and no other user on this machine can access its files. ' +
      'Run Parley as another user, or set DATABASE_URL to your own PostgreSQL.',
  )
}

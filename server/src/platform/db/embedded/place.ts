import { createHash } from 'node:crypto'
import { chmod, chown, lchown, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CannotStart } from '../../cannot-start.ts'
import { type Binaries, copyBinaries } from './binaries.ts'
import { hasName, isRoot, mappedToNobody, nobody, ourselves, reach, type ServerUser } from './user.ts'

/** Where a cluster lives, who runs it, and with which programs. */
export type Place = { cluster: string; user: ServerUser; binaries: Binaries }

/** Used only by root, for what the user that PostgreSQL runs as cannot reach elsewhere. */
const sharedHome = '/var/lib/parley'

/** The cluster of this data folder, or undefined if it has none yet. */
export async function existingPlace(dataDir: string, binaries: Binaries): Promise<Place | undefined> {
  const cluster = await findCluster(dataDir, binaries.major)
  if (!cluster) return undefined
  if (!isRoot()) return { cluster, user: ourselves, binaries }
  const { uid, gid } = await stat(cluster)
  const user = uid === 0 ? mappedToNobody() : { prefix: [], uid, gid }
  const reached = await reachable(user, cluster, binaries)
  if (reached) return { cluster, user, binaries: reached }
  if (uid === 0) return giveToNobody(cluster, binaries)
  throw nobodyToRunAs()
}

/** An empty folder for a cluster to come, with a user that can work in it. */
export async function emptyPlace(dataDir: string, binaries: Binaries): Promise<Place> {
  for (const { home, prefix, user } of await candidates(dataDir)) {
    const trial = await folderFor(user, home, prefix)
    const reached = trial && (await reachable(user, trial.folder, binaries))
    if (reached) return { cluster: trial.folder, user, binaries: reached }
    await trial?.undo()
  }
  throw nobodyToRunAs()
}

/** Folders of starts that were killed before their cluster was whole. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  for (const home of isRoot() ? [dataDir, sharedHome] : [dataDir]) {
    const begins = home === dataDir ? 'postgres.new-' : `new-${await hashOf(dataDir)}-`
    for (const name of await readdir(home).catch(() => [])) {
      if (name.startsWith(begins)) await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** Sixteen letters that stand for the folder, whatever way leads to it. */
export async function hashOf(folder: string): Promise<string> {
  return createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 16)
}

type Candidate = { home: string; prefix: string; user: ServerUser }

async function candidates(dataDir: string): Promise<Candidate[]> {
  const inPlace = { home: dataDir, prefix: 'postgres.new-' }
  if (!isRoot()) return (hasName() ? [ourselves] : [mappedToNobody(), ourselves]).map((user) => ({ ...inPlace, user }))
  return [
    { ...inPlace, user: mappedToNobody() },
    { ...inPlace, user: nobody() },
    { home: sharedHome, prefix: `new-${await hashOf(dataDir)}-`, user: nobody() },
  ]
}

type Trial = { folder: string; undo(): Promise<void> }

async function folderFor(user: ServerUser, home: string, prefix: string): Promise<Trial | undefined> {
  if (home === sharedHome && !(await makeSharedHome())) return undefined
  const folder = await mkdtemp(join(home, prefix))
  let close = async () => {}
  if (user.uid !== undefined && user.gid !== undefined) {
    await chown(folder, user.uid, user.gid)
    if (home !== sharedHome) close = await letGroupPass(home, user.gid)
  }
  const undo = async () => {
    await rm(folder, { recursive: true })
    await close()
  }
  return { folder, undo }
}

async function makeSharedHome(): Promise<boolean> {
  try {
    await mkdir(sharedHome, { recursive: true })
    await chmod(sharedHome, 0o755)
    return true
  } catch {
    return false
  }
}

/** A root's folder that is closed to all is opened a crack: this one group may pass through, and list nothing. */
async function letGroupPass(folder: string, group: number): Promise<() => Promise<void>> {
  const { uid, gid, mode } = await stat(folder)
  if (uid !== 0 || (mode & 0o077) !== 0) return async () => {}
  await chown(folder, 0, group)
  await chmod(folder, 0o710)
  return async () => {
    await chmod(folder, mode & 0o777)
    await chown(folder, 0, gid)
  }
}

async function reachable(user: ServerUser, folder: string, binaries: Binaries): Promise<Binaries | undefined> {
  if (user === ourselves) return binaries
  const answer = await reach(user, binaries.postgres, folder)
  if (answer === 'yes') return binaries
  if (answer !== 'not the program' || !isRoot() || !(await makeSharedHome())) return undefined
  const copy = await copyBinaries(binaries, sharedHome)
  return (await reach(user, copy.postgres, folder)) === 'yes' ? copy : undefined
}

/** A cluster from a time when root could have user namespaces. Its own folder goes last: its owner is what we go by. */
async function giveToNobody(cluster: string, binaries: Binaries): Promise<Place> {
  const user = nobody()
  const trial = await folderFor(user, dirname(cluster), 'postgres.new-')
  const reached = trial && (await reachable(user, trial.folder, binaries))
  if (!reached) {
    await trial?.undo()
    throw nobodyToRunAs()
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
  if (version !== undefined) throw otherVersion(folder, version.trim(), major)
  if (await isFree(folder)) return undefined
  throw new CannotStart(`${folder} is in the way: it is no PostgreSQL cluster. Move it, or set DATA_DIR elsewhere.`)
}

/** A link that leads nowhere is not free: the cluster it stood for was lost, and an empty one would hide that. */
async function isFree(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return true
  return found.isDirectory() && (await readdir(folder)).length === 0
}

function otherVersion(folder: string, found: string, brought: string): CannotStart {
  return new CannotStart(
    `The database in ${folder} was made by PostgreSQL ${found}, and this Parley brings PostgreSQL ${brought}. Start the ` +
      'Parley that made it, or carry the data over with pg_upgrade, or run it yourself and set DATABASE_URL.',
  )
}

function nobodyToRunAs(): CannotStart {
  return new CannotStart(
    'PostgreSQL does not run as root, and no other user on this machine can reach its files. ' +
      'Run Parley as another user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

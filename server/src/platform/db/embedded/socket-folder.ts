import { chown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { hashFolderPath } from './cluster-location.ts'
import type { ServerUser } from './user.ts'

/** A socket's path may have about 100 bytes, so it cannot lie in the data folder, whose path may be longer. */
const maxSocketPathBytes = 100
const socketName = '/.s.PGSQL.65535'

/**
 * A folder that only the server's user may enter; the same one for the same cluster, if nobody else made it first.
 * Without any, the server is reached through its port alone.
 */
export async function prepareSocketFolder(cluster: string, user: ServerUser): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  return createFolder(cluster, user).catch(() => undefined)
}

/** Called when no server uses it; what is left in there are sockets of killed ones. */
export async function removeSocketFolder(folder: string | undefined): Promise<void> {
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

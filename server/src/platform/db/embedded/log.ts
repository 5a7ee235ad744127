import { chown, type FileHandle, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerUser } from './user.ts'

const maxLogBytes = 10_000_000

/** What a start writes to `postgres.log`: the file, and where in it this start begins. */
export type ServerLog = { file: string; handle: FileHandle; startOffset: number }

/** A log that has grown large becomes `postgres.log.1`, in place of the one before. */
export async function openServerLog(dataDir: string, user: ServerUser): Promise<ServerLog> {
  const file = join(dataDir, 'postgres.log')
  const size = await sizeOf(file)
  if (size > maxLogBytes) await rename(file, `${file}.1`)
  const handle = await open(file, 'a', 0o600)
  // So that a user whose database root has started once can still write its log.
  if (user.uid !== undefined && user.gid !== undefined) await chown(file, user.uid, user.gid)
  return { file, handle, startOffset: size > maxLogBytes ? 0 : size }
}

export async function readServerLog({ file, startOffset }: Pick<ServerLog, 'file' | 'startOffset'>): Promise<string> {
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

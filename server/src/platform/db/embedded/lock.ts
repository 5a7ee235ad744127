import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../startup-error.ts'

const lockTimeoutMilliseconds = 120_000
const busy = 5
const cannotOpen = new Set([8, 14])

/**
 * Runs `act` while no other process does so for the same file. SQLite is here for its file lock only, the one lock
 * in Node that the kernel frees when its holder is killed; a file with a pid in it cannot be taken over safely.
 */
export async function withFileLock<T>(file: string, act: () => Promise<T>): Promise<T> {
  const lock = await acquireLock(file)
  try {
    return await act()
  } finally {
    lock.close()
  }
}

async function acquireLock(file: string): Promise<DatabaseSync> {
  const deadline = Date.now() + lockTimeoutMilliseconds
  for (;;) {
    const lock = tryLock(file)
    if (lock) return lock
    if (Date.now() > deadline) {
      throw new StartupError(`Another process has held ${file} for two minutes. End that process, then start again.`)
    }
    await sleep(20)
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    const { errcode } = error as { errcode?: number }
    if (errcode === busy) return undefined
    if (errcode !== undefined && cannotOpen.has(errcode)) throw Object.assign(new Error(file), { code: 'EACCES' })
    throw error
  }
}

import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../../startup-error.ts'

export function passwordPath(dataDir: string): string {
  return join(dataDir, 'keys', 'postgres')
}

/** The password of a cluster that exists. It is written before the cluster is, so it can only have been lost. */
export async function readPassword(dataDir: string): Promise<string> {
  const password = await readIfPresent(passwordPath(dataDir))
  if (password) return password
  throw new StartupError(
    `The password of the database in ${join(dataDir, 'postgres')} is missing. Restore ${passwordPath(dataDir)} from a ` +
      'backup, or move the data folder away to begin with an empty database.',
  )
}

/** The password for a cluster to come: one that an interrupted start left is used again. */
export async function loadOrCreatePassword(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'keys')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const kept = await readIfPresent(passwordPath(dataDir))
  if (kept) return kept
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

/** Under its name the file is never seen half-written, even after a power failure. */
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

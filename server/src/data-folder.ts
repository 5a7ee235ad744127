import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from './platform/errors.ts'

export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}). ` +
        'Make it writable for this user, or set DATA_DIR to a writable folder.',
    )
  }
}

/** Returns the installation's secret key: the configured one, or one generated once and stored in the data folder. */
export function loadOrCreateSecretKey(dataDir: string, configured: Buffer | undefined): Buffer {
  if (configured) return configured
  const file = keyFilePath(dataDir, 'secret')
  try {
    return readKey(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  try {
    writePrivateFile(file, `${randomBytes(32).toString('hex')}\n`, { keep: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Always read it back: another process may have written it first.
  return readKey(file)
}

const keyFilePath = (dataDir: string, name: string): string => join(dataDir, 'keys', name)

/** Returns the key to rotate to. It is created once, so that an interrupted rotation continues with the same key. */
export function createNextSecretKey(dataDir: string): Buffer {
  const file = keyFilePath(dataDir, 'secret.next')
  if (!existsSync(file)) writePrivateFile(file, `${randomBytes(32).toString('hex')}\n`)
  return readKey(file)
}

/** Makes the next key the current one; the previous key stays in the folder for old backups. */
export function promoteNextSecretKey(dataDir: string): void {
  writePrivateFile(keyFilePath(dataDir, 'secret.previous'), readFileSync(keyFilePath(dataDir, 'secret'), 'utf8'))
  renameSync(keyFilePath(dataDir, 'secret.next'), keyFilePath(dataDir, 'secret'))
}

function readKey(file: string): Buffer {
  const hex = readFileSync(file, 'utf8').trim()
  if (/^[0-9a-f]{64}$/i.test(hex)) return Buffer.from(hex, 'hex')
  throw new StartupError(
    `${file} does not contain a secret key (64 hex digits). Restore it from a backup, or set SECRET_KEY; ` +
      'without it stored secrets cannot be read.',
  )
}

/** Writes atomically, even on a full disk, readable by this user only. With `keep`, an existing file wins. */
export function writePrivateFile(file: string, text: string, { keep = false } = {}): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}.new`
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true })
    chmodSync(fresh, 0o600)
    // Unlike a rename, a link fails if the name already exists.
    if (keep) linkSync(fresh, file)
    else renameSync(fresh, file)
  } finally {
    rmSync(fresh, { force: true })
  }
}

import { statfs } from 'node:fs/promises'
import type { Pool } from 'pg'
import { isDiskFull } from './errors.ts'
import { isSchemaCurrent } from './migrate.ts'

const probeTimeoutMilliseconds = 2_000
const minFreeBytes = 1_048_576

const diskFull = 'the disk of the database is full'

/**
 * Returns why this database cannot serve, as text, or undefined. `folder` is the data folder of the embedded server: a
 * server that exited because its disk is full cannot report that itself.
 */
export async function findReadinessProblem(pool: Pool, folder?: string): Promise<string | undefined> {
  const late = new Promise<string>((resolve) =>
    setTimeout(resolve, probeTimeoutMilliseconds, 'the database does not answer').unref(),
  )
  const failed = (error: unknown) => (isDiskFull(error) ? diskFull : 'the database cannot be reached')
  const problem = await Promise.race([probeDatabase(pool).catch(failed), late])
  return problem !== undefined && (await isFolderFull(folder)) ? diskFull : problem
}

async function probeDatabase(pool: Pool): Promise<string | undefined> {
  if (!(await isSchemaCurrent(pool))) return 'the database has another schema than this Parley'
  if (await isReadOnlyServer(pool)) return 'the database takes no writes: it follows another, or was told so'
  await probeDiskSpace(pool)
  return undefined
}

async function isReadOnlyServer(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(`select from pg_settings where name = 'transaction_read_only' and setting = 'on'`)
  return rows.length > 0
}

/**
 * Makes the server write a megabyte to a temporary file, which fails if the disk is full. Inserting a row would not
 * detect that, because an existing page often has room for one; and a failed write to the WAL would end the server.
 */
async function probeDiskSpace(pool: Pool): Promise<void> {
  const size = 8_192
  await pool.query(
    `set local work_mem = '64kB';
     select from unnest(array_fill(repeat('x', ${size}), array[${minFreeBytes / size}]))`,
  )
}

async function isFolderFull(folder: string | undefined): Promise<boolean> {
  if (folder === undefined) return false
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < minFreeBytes,
    () => false,
  )
}

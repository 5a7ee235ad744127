import type { Pool } from 'pg'
import { isMigrated } from './migrate.ts'

const patienceMilliseconds = 2_000

/** What stands in the way of serving from this database, in words, or undefined. */
export async function hindranceOf(pool: Pool): Promise<string | undefined> {
  const late = new Promise<string>((resolve) =>
    setTimeout(resolve, patienceMilliseconds, 'the database does not answer').unref(),
  )
  return Promise.race([looked(pool).catch(() => 'the database cannot be reached'), late])
}

async function looked(pool: Pool): Promise<string | undefined> {
  if (!(await isMigrated(pool))) return 'the database has another schema than this Parley'
  return (await takesNoWrites(pool)) ? 'the database takes no writes: it follows another, or was told so' : undefined
}

async function takesNoWrites(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(`select from pg_settings where name = 'transaction_read_only' and setting = 'on'`)
  return rows.length > 0
}

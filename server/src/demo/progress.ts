import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '../platform/db/database.ts'

/** Demo progress is stored in `installation`: the key `demo` from the first start on, and one row per finished step. */

const startedValue = 'begun'
const completeValue = 'whole'
const stepKeyOf = (step: string) => `demo ${step}`

/** Marks the demo as pending, in the transaction of the first start. */
export async function recordDemoStarted(tx: Db, now: Date): Promise<void> {
  await writeProgress(tx, 'demo', startedValue, now)
}

export async function isDemoUnfinished(db: Db): Promise<boolean> {
  return (await readProgress(db, 'demo')) === startedValue
}

export async function isStepDone(db: Db, step: string): Promise<boolean> {
  return (await readProgress(db, stepKeyOf(step))) !== undefined
}

export async function recordStepDone(db: Db, step: string, now: Date): Promise<void> {
  await writeProgress(db, stepKeyOf(step), 'done', now)
}

export async function recordDemoComplete(db: Db): Promise<void> {
  await sql`update installation set value = ${completeValue} where key = 'demo'`.execute(db)
}

async function writeProgress(db: Db, key: string, value: string, now: Date): Promise<void> {
  await sql`
    insert into installation (key, value, created_at) values (${key}, ${value}, ${now}) on conflict do nothing`.execute(
    db,
  )
}

async function readProgress(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

const lockName = 'parley demo'

/**
 * Runs `act` unless another process is running it. The lock uses a connection of its own, so that it is released when
 * the process dies.
 */
export async function withDemoLock(database: Database, act: () => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: database.url(),
    application_name: 'parley-demo',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [lockName])
    if (rows[0]?.mine) await act()
  } finally {
    await client.end().catch(() => {})
  }
}

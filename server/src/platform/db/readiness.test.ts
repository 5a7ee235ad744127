import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createTestDatabase } from '../../testing/database.ts'
import { findReadinessProblem } from './migrate.ts'

const { pool } = await createTestDatabase()

/** A pool that works until a statement with this word. */
const failingAt = (word: string, code: string): Pool =>
  ({
    query: (text: string) =>
      text.includes(word) ? Promise.reject(Object.assign(new Error(code), { code })) : pool.query(text),
  }) as unknown as Pool

async function temporaryBytes(): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select pg_stat_get_db_temp_bytes(oid) as bytes from pg_database where datname = current_database()',
  )
  return rows[0]?.bytes ?? 0
}

test('a database with free space is ready, proven by a megabyte written', async () => {
  assert.equal(await findReadinessProblem(pool), undefined)
  // A connection reports its statistics within about a second.
  for (let left = 100; left > 0 && (await temporaryBytes()) < 1_048_576; left--) await sleep(50)
  assert.ok((await temporaryBytes()) >= 1_048_576)
})

test('a database without space for a temporary file reports a full disk', async () => {
  assert.equal(await findReadinessProblem(failingAt('work_mem', '53100')), 'the disk of the database is full')
})

test('any other failure means an unreachable database, unless the disk of the embedded one is full', async () => {
  assert.equal(await findReadinessProblem(failingAt('schema_migrations', '57P03')), 'the database cannot be reached')
  const away = failingAt('schema_migrations', 'ECONNREFUSED')
  // A folder of /proc never has free space.
  assert.equal(await findReadinessProblem(away, '/proc'), 'the disk of the database is full')
  assert.equal(await findReadinessProblem(away, '/nowhere'), 'the database cannot be reached')
})

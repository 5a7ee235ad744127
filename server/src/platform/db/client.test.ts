import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../testing/database.ts'
import { PgClient } from './database.ts'

const database = await createTestDatabase()
const pool = new pg.Pool({ connectionString: database.url(), max: 1, Client: PgClient })
pool.on('error', () => {})
pool.on('connect', (client) => client.on('error', () => {}))
after(() => pool.end())

/** Like the query builder: returns the connection whether or not the statement succeeds. */
async function ask(text: string, query_timeout = 60_000): Promise<unknown> {
  const client = await pool.connect()
  try {
    return (await client.query<{ answer: unknown }>({ text, query_timeout } as pg.QueryConfig)).rows[0]?.answer
  } finally {
    client.release()
  }
}
const pid = () => ask('select pg_backend_pid() as answer')

test('a connection whose result timed out is not reused', async () => {
  const before = await pid()
  await assert.rejects(ask('select pg_sleep(60)', 100), /Query read timeout/)
  // A client that already had the connection gets an error.
  const next = await pid().catch(pid)
  assert.notEqual(next, before)
})

test('a failed statement leaves its connection usable', async () => {
  const before = await pid()
  await assert.rejects(ask('select 1 / 0'), /division by zero/)
  assert.equal(await pid(), before)
})

test('PostgreSQL ends an idle transaction, so that its locks block nobody forever', async () => {
  const { rows } = await database.pool.query<{ limit: string }>(
    `select current_setting('idle_in_transaction_session_timeout') as limit`,
  )
  assert.deepEqual(rows, [{ limit: '1min' }])
})

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

/** As the query builder does it: the connection goes back whatever became of the statement. */
async function ask(text: string, query_timeout = 60_000): Promise<unknown> {
  const client = await pool.connect()
  try {
    return (await client.query<{ answer: unknown }>({ text, query_timeout } as pg.QueryConfig)).rows[0]?.answer
  } finally {
    client.release()
  }
}
const pid = () => ask('select pg_backend_pid() as answer')

test('a connection whose answer did not come in time is used by nobody again', async () => {
  const before = await pid()
  await assert.rejects(ask('select pg_sleep(60)', 100), /Query read timeout/)
  // Whoever had it already hears that it is gone.
  const next = await pid().catch(pid)
  assert.notEqual(next, before)
})

test('a statement that fails leaves its connection as it is', async () => {
  const before = await pid()
  await assert.rejects(ask('select 1 / 0'), /division by zero/)
  assert.equal(await pid(), before)
})

test('PostgreSQL ends a transaction with which nobody goes on, so that its locks hold up nobody for ever', async () => {
  const { rows } = await database.pool.query<{ limit: string }>(
    `select current_setting('idle_in_transaction_session_timeout') as limit`,
  )
  assert.deepEqual(rows, [{ limit: '1min' }])
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../testing/database.ts'
import { isRetryable, isUnavailable } from './errors.ts'

const { pool } = await createTestDatabase()

async function errorOf(...statements: string[]): Promise<unknown> {
  const client = await pool.connect()
  try {
    for (const statement of statements) await client.query(statement)
    return assert.fail('it should have failed')
  } catch (error) {
    return error
  } finally {
    client.release(true)
  }
}

test('a server that accepts no writes yet, such as a follower before promotion, counts as temporarily unavailable', async () => {
  const error = await errorOf('set default_transaction_read_only = on', `insert into chores (name) values ('none')`)
  assert.equal(isUnavailable(error), true)
  assert.equal(isRetryable(error), false)
})

test('a server that is shutting down counts as unavailable, and a wrong statement does not', async () => {
  assert.equal(isUnavailable(await errorOf('select pg_terminate_backend(pg_backend_pid())')), true)
  assert.equal(isUnavailable(await errorOf('select 1 / 0')), false)
})

test('a server that accepts connections and never answers counts as unavailable, for the pool and for a single connection', async (t) => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const port = (silent.address() as AddressInfo).port
  const settings = { connectionString: `postgres://nobody@127.0.0.1:${port}/none`, connectionTimeoutMillis: 50 }
  const pool = new pg.Pool(settings)
  const client = new pg.Client(settings)
  client.on('error', () => {})
  await assert.rejects(pool.connect(), isUnavailable)
  await assert.rejects(client.connect(), isUnavailable)
  await pool.end()
})

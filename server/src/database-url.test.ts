import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase } from './testing/database.ts'
import { createScratchFolder, startExpectingFailure, startParleyProcess } from './testing/process.ts'

/** Starting on an external PostgreSQL, from version 15. */

test('five processes that start at once on one empty database migrate once and create one org', async () => {
  const DATABASE_URL = await createEmptyDatabase()
  const SECRET_KEY = 'a'.repeat(64)
  const folders = Array.from({ length: 5 }, createScratchFolder)
  const all = await Promise.all(
    folders.map((DATA_DIR) =>
      startParleyProcess({ DATA_DIR, DATABASE_URL, SECRET_KEY, DATABASE_CONNECTIONS: '3', DEMO: 'off' }),
    ),
  )
  assert.equal(all.filter((one) => one.output().includes('System key')).length, 1)
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  const { rows } = await client.query(
    'select (select count(*) from orgs) as orgs, (select count(*) = count(distinct version) from schema_migrations) as once',
  )
  assert.deepEqual(rows, [{ orgs: 1, once: true }])
  await client.end()
  for (const one of all) assert.equal(await one.end(), 0)
})

test('an older Parley refuses a newer schema, and a wrong secret key is refused too', async () => {
  const DATABASE_URL = await createEmptyDatabase()
  const DATA_DIR = createScratchFolder()
  await (await startParleyProcess({ DATA_DIR, DATABASE_URL, DEMO: 'off' })).end()
  const other = await startExpectingFailure({ DATA_DIR: createScratchFolder(), DATABASE_URL })
  assert.deepEqual([other.code, /another secret key.*SECRET_KEY/s.test(other.output)], [1, true], other.output)
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await client.query("insert into schema_migrations (version, name, checksum) values (9999, '9999_future.sql', 'x')")
  await client.end()
  const old = await startExpectingFailure({ DATA_DIR, DATABASE_URL })
  assert.deepEqual([old.code, /9999_future\.sql.*newer Parley/s.test(old.output)], [1, true], old.output)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '../../testing/database.ts'
import { openDatabase } from './database.ts'
import { runNamed } from './named.ts'

const url = (await createTestDatabase()).url()
const [database, pooled] = [openDatabase(url, { connections: 1 }), openDatabase(url, { connections: 1, direct: url })]
after(() => Promise.all([database.close(), pooled.close()]))

const double = (value: number) => sql<{ doubled: number }>`select ${value}::int * 2 as doubled`
const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`

test('a connection parses a named statement once, whatever its values', async () => {
  assert.deepEqual(await runNamed(database.db, double(4)), [{ doubled: 8 }])
  assert.deepEqual(await runNamed(database.db, double(5)), [{ doubled: 10 }])
  const { rows } = await prepared.execute(database.db)
  assert.deepEqual(rows, [{ statement: 'select $1::int * 2 as doubled' }])
})

test('through a pooler a statement has no name', async () => {
  assert.deepEqual(await runNamed(pooled.db, double(6)), [{ doubled: 12 }])
  assert.deepEqual((await prepared.execute(pooled.db)).rows, [])
})

test('preparing a statement does not execute it, and one that cannot be planned blocks no other', async () => {
  await database.plan(['begin', `insert into orgs (id, name) values ($1, $2)`, 'select from no_such_table'])
  const { rows } = await sql<{ count: number }>`select count(*) as count from orgs`.execute(database.db)
  assert.equal(rows[0]?.count, 0)
})

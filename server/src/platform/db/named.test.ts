import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { createTestDatabase } from '../../testing/database.ts'
import { openDatabase } from './database.ts'
import { runPrepared } from './prepared.ts'
import { defineStatement, maxNamedPerConnection } from './statement.ts'
import { inTransaction } from './transaction.ts'

const url = (await createTestDatabase()).url()
const [database, pooled] = [openDatabase(url, { connections: 1 }), openDatabase(url, { connections: 1, direct: url })]
after(() => Promise.all([database.close(), pooled.close()]))
const { db } = database

const double = (value: number) => sql<{ doubled: number }>`select ${value}::int * 2 as doubled`
/** Statements of the connection, without the one that reads them: it has no values. */
const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`
const readPrepared = async (from = db) => (await prepared.execute(from)).rows.map(({ statement }) => statement)

async function twice<Row>(query: (value: number) => RawBuilder<Row>, on = db): Promise<Row[]> {
  return [...(await query(4).execute(on)).rows, ...(await query(5).execute(on)).rows]
}

test('from the second time on, a connection parses a statement once, whatever its values', async () => {
  assert.deepEqual((await double(3).execute(db)).rows, [{ doubled: 6 }])
  assert.deepEqual(await readPrepared(), [])
  assert.deepEqual(await twice(double), [{ doubled: 8 }, { doubled: 10 }])
  assert.deepEqual(await readPrepared(), ['select $1::int * 2 as doubled'])
})

test('through a pooler a statement has no name', async () => {
  assert.deepEqual(await twice(double, pooled.db), [{ doubled: 8 }, { doubled: 10 }])
  assert.deepEqual(await readPrepared(pooled.db), [])
})

test('statements without values and lists of rows have no name', async () => {
  const before = await readPrepared()
  const list = (first: number) => sql`values ${sql.join(Array.from({ length: 70 }, (_, n) => sql`(${n + first})`))}`
  const listed = (first: number) => sql<{ count: number }>`select count(*) from (${list(first)}) as listed`
  await twice(listed)
  await twice(() => sql`select 7 as seven`)
  assert.deepEqual(await readPrepared(), before)
})

test('a connection prepares a limited number of statements and drops the least recently used', async () => {
  const numbered = (at: number) => (value: number) =>
    sql<{ sum: number }>`select ${value}::int + ${sql.raw(`${at}`)} as sum`
  for (let at = 0; at < maxNamedPerConnection + 30; at++) await twice(numbered(at))
  const all = await readPrepared()
  assert.equal(all.length, maxNamedPerConnection)
  assert.ok(!all.includes('select $1::int + 0 as sum'))
  assert.deepEqual(await twice(numbered(0)), [{ sum: 4 }, { sum: 5 }])
  assert.equal((await readPrepared()).length, maxNamedPerConnection)
})

test('a statement that fails to parse fails each time, and the connection goes on', async () => {
  const wrong = (value: number) => sql`select ${value}::int from no_such_table`
  for (let attempt = 0; attempt < 3; attempt++) await assert.rejects(wrong(1).execute(db), { code: '42P01' })
  assert.deepEqual(await twice(double), [{ doubled: 8 }, { doubled: 10 }])
})

test('statements go on when a migration changes their result, alone, in transactions and on pipelines', async () => {
  await sql`create table changing (id int primary key, note text)`.execute(db)
  await sql`insert into changing values (4, 'four'), (5, 'five')`.execute(db)
  const read = (id: number) => sql<{ id: number }>`select * from changing where id = ${id}`
  const oldest = defineStatement({
    name: 'changing_by_id',
    parameters: { id: 'bigint' },
    text: 'select note from changing where id = :id',
  })
  const pipelined = () => runPrepared(db, oldest({ id: 4 }))
  await twice(read)
  assert.deepEqual(await pipelined(), [{ note: 'four' }])

  await sql`alter table changing add column more int default 1`.execute(db)
  assert.deepEqual(await twice(read), [
    { id: 4, note: 'four', more: 1 },
    { id: 5, note: 'five', more: 1 },
  ])

  await sql`alter table changing alter column note type varchar(9), add column most int default 2`.execute(db)
  let attempts = 0
  const rows = await inTransaction(db, async (tx) => {
    attempts += 1
    await sql`select 1`.execute(tx)
    return (await read(4).execute(tx)).rows
  })
  assert.deepEqual([attempts, rows], [2, [{ id: 4, note: 'four', more: 1, most: 2 }]])
  assert.deepEqual(await pipelined(), [{ note: 'four' }])
})

test('a connection that lost its statements prepares them again', async () => {
  await twice(double)
  await sql`deallocate all`.execute(db)
  assert.deepEqual(await twice(double), [{ doubled: 8 }, { doubled: 10 }])
})

test('preparing a statement does not execute it, and one that cannot be planned blocks no other', async () => {
  await database.plan(['begin', `insert into orgs (id, name) values ($1, $2)`, 'select from no_such_table'])
  const { rows } = await sql<{ count: number }>`select count(*) as count from orgs`.execute(db)
  assert.equal(rows[0]?.count, 0)
})

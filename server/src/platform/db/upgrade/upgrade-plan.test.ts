import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createEmptyDatabase } from '../../../testing/database.ts'
import { type Migration, migrate } from '../migrate.ts'
import { estimateSeconds, measureRowCosts, planUpgrade } from './upgrade-plan.ts'

const rows = 30_000
const toMigration = (version: number, sql: string): Migration => ({
  version,
  name: `${version}.sql`,
  sql,
  checksum: sql,
})
const first = toMigration(1, `-- People.\ncreate table people (id bigint primary key, name text);`)
const second = toMigration(
  2,
  `-- Finds people by name.
   alter table people add column note text;
   create index people_by_name on people (name);
   update people set note = name;
   create table notes (id bigint); create index notes_by_id on notes (id);`,
)

async function withDatabase(run: (pool: pg.Pool, client: pg.PoolClient) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: await createEmptyDatabase(), max: 2 })
  const client = await pool.connect()
  await run(pool, client).finally(async () => {
    client.release()
    await pool.end()
  })
}

const listTables = async (pool: pg.Pool) =>
  (await pool.query(`select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`)).rows

test('a plan lists what each pending migration does to which rows, and changes nothing', () =>
  withDatabase(async (pool, client) => {
    await migrate(pool, [first])
    await pool.query(`insert into people select n, 'name ' || n from generate_series(1, ${rows}) as n`)
    await pool.query('analyze people')
    const before = await listTables(pool)
    const plan = await planUpgrade(client, [first, second])
    assert.deepEqual([plan.current, plan.target], ['1.sql', '2.sql'])
    const [migration] = plan.pending
    assert.equal(migration?.summary, 'Finds people by name.')
    const works = migration?.steps.map(({ work, tables, rows }) => [work, tables, rows])
    assert.deepEqual(works, [
      ['definition', ['people'], 0],
      ['index', ['people'], rows],
      ['change', ['people'], rows],
      ['definition', [], 0],
      ['definition', [], 0],
    ])
    assert.ok(plan.seconds > 0 && plan.seconds === migration?.seconds)
    assert.ok(plan.database.bytes > 1_000_000 && Number.parseInt(plan.database.version, 10) >= 15)
    assert.deepEqual(await listTables(pool), before)
    await migrate(pool, [first, second])
    const after = await planUpgrade(client, [first, second])
    assert.deepEqual([after.current, after.pending, after.seconds], ['2.sql', [], 0])
  }))

test('a table without statistics is estimated from its size', () =>
  withDatabase(async (pool, client) => {
    await migrate(pool, [first])
    await pool.query('alter table people set (autovacuum_enabled = false)')
    await pool.query(`insert into people select n, repeat('x', 160) from generate_series(1, ${rows}) as n`)
    const { pending } = await planUpgrade(client, [first, second])
    const index = pending[0]?.steps.find(({ work }) => work === 'index')
    assert.ok(index && index.rows > rows / 2 && index.rows < rows * 2, `${index?.rows} rows`)
  }))

test('an empty database lacks every migration, and a newer one is refused', () =>
  withDatabase(async (pool, client) => {
    const { current, pending } = await planUpgrade(client, [first, second])
    assert.deepEqual([current, pending.map(({ name }) => name)], [undefined, ['1.sql', '2.sql']])
    await migrate(pool, [first, second])
    await assert.rejects(planUpgrade(client, [first]), /does not know/)
    await assert.rejects(planUpgrade(client, [first, toMigration(2, 'select 1')]), /must not be edited/)
  }))

test('migrate reports each migration that it applied', () =>
  withDatabase(async (pool) => {
    const names: string[] = []
    assert.equal(await migrate(pool, [first, second], ({ name }) => names.push(name)), 2)
    assert.equal(await migrate(pool, [first, second], ({ name }) => names.push(name)), 0)
    assert.deepEqual(names, ['1.sql', '2.sql'])
  }))

test('the measured costs are of one row, and a change or rewrite also pays for the indexes of the table', () =>
  withDatabase(async (_, client) => {
    const costs = await measureRowCosts(client)
    for (const [work, cost] of Object.entries(costs)) assert.ok(cost > 0 && cost < 0.01, `${work}: ${cost}`)
    const seconds = (work: 'definition' | 'scan' | 'index' | 'change' | 'rewrite', indexes = 2) =>
      estimateSeconds({ work }, { rows: 10, indexes }, { scan: 1, index: 2, change: 3, rewrite: 4 })
    assert.deepEqual(
      [seconds('definition'), seconds('scan'), seconds('index'), seconds('change'), seconds('rewrite')],
      [0, 10, 20, 70, 80],
    )
    assert.equal(seconds('change', 0), 30)
  }))

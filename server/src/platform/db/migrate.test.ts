import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEmptyDatabase } from '../../testing/database.ts'
import { type Database, openDatabase } from './database.ts'
import { isSchemaCurrent, type Migration, migrate, readMigrations } from './migrate.ts'
import { afterCommit, inTransaction } from './transaction.ts'

const step = (version: number, sql: string): Migration => ({
  version,
  name: `000${version}_step.sql`,
  sql,
  checksum: sql,
})
const steps = [
  step(1, 'create table first (id int)'),
  step(2, 'create table second (id int); insert into second values (1)'),
]

async function onEmpty(act: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(await createEmptyDatabase())
  try {
    await act(database)
  } finally {
    await database.close()
  }
}

test('migrations run once and in order, however many processes start at the same time', () =>
  onEmpty(async ({ pool }) => {
    const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(pool, steps)))
    assert.equal(
      applied.reduce((one, other) => one + other),
      2,
    )
    assert.equal((await pool.query('select * from second')).rowCount, 1)
    assert.equal(await isSchemaCurrent(pool, steps), true)
    assert.equal(await isSchemaCurrent(pool, [...steps, step(3, 'x')]), false)
  }))

test('a failed migration leaves nothing behind, and the next start continues from there', () =>
  onEmpty(async ({ pool }) => {
    const broken = [steps[0] as Migration, step(2, 'create table second (id int); select 1 / 0')]
    await assert.rejects(migrate(pool, broken), /division by zero/)
    await assert.rejects(pool.query('select * from second'), /does not exist/)
    assert.equal(await migrate(pool, steps), 1)
  }))

test('a migration has no time limit; later statements on the connection have one', () =>
  onEmpty(async ({ pool }) => {
    const recordTimeout = step(1, "create table noted as select current_setting('statement_timeout') as allowed")
    await migrate(pool, [recordTimeout])
    assert.deepEqual((await pool.query('select allowed from noted')).rows, [{ allowed: '0' }])
    assert.deepEqual((await pool.query('show statement_timeout')).rows, [{ statement_timeout: '30s' }])
  }))

test('an edited migration and a newer schema are refused with a sentence', () =>
  onEmpty(async ({ pool }) => {
    await migrate(pool, steps)
    await assert.rejects(
      migrate(pool, [step(1, 'create table other (id int)'), steps[1] as Migration]),
      /must not be edited once they have run/,
    )
    await assert.rejects(migrate(pool, steps.slice(0, 1)), /A newer Parley has used this database/)
  }))

test('the migrations of the repository are numbered without a gap', () => {
  assert.deepEqual(
    readMigrations().map(({ version }) => version),
    readMigrations().map((_, index) => index + 1),
  )
})

test('agents from before channels existed are bound to web chat, each at its own address', () =>
  onEmpty(async ({ pool }) => {
    const isBefore = ({ version }: Migration) => version < 8
    await migrate(pool, readMigrations().filter(isBefore))
    await pool.query(`
      insert into orgs (id, name, created_at, updated_at) values ('org', 'Org', now(), now());
      insert into agents (org_id, id, name, created_at, updated_at)
      values ('org', 'one', 'One', now(), now()), ('org', 'two', 'Two', now(), now())`)
    await migrate(pool)
    const { rows } = await pool.query(`
      select a.id as agent, b.id, b.channel, b.mode, b.provider, b.status, e.to_status, e.from_status, e.actor
        from agents a join channel_bindings b using (agent_key) join channel_binding_events e using (agent_key, binding_key)
       order by a.id`)
    const bound = { channel: 'webchat', mode: 'managed', provider: 'webchat', status: 'Active' }
    const event = { to_status: 'Active', from_status: null, actor: 'system' }
    assert.deepEqual(
      rows.map(({ id: _, ...row }) => row),
      ['one', 'two'].map((agent) => ({ agent, ...bound, ...event })),
    )
    for (const { id } of rows) assert.match(id, /^chn_[0-9a-f]{32}$/)
    assert.notEqual(rows[0].id, rows[1].id)
  }))

test('a transaction is all or nothing, and publishes only after its commit', () =>
  onEmpty(async ({ db, pool }) => {
    await migrate(pool)
    const now = new Date()
    const committed: string[] = []
    const put = (key: string, fail: boolean) =>
      inTransaction(db, async (tx) => {
        await tx.insertInto('installation').values({ key, value: 'x', created_at: now }).execute()
        afterCommit(tx, () => committed.push(key))
        if (fail) throw new Error('changed my mind')
      })
    await put('kept', false)
    await assert.rejects(put('undone', true), /changed my mind/)
    const { rows } = await pool.query('select key from installation')
    assert.deepEqual([rows, committed], [[{ key: 'kept' }], ['kept']])
  }))

test('two transactions that deadlock both succeed in the end', () =>
  onEmpty(async ({ db, pool }) => {
    await migrate(pool)
    const now = new Date()
    for (const key of ['a', 'b'])
      await db.insertInto('installation').values({ key, value: '', created_at: now }).execute()
    const touch = (first: string, second: string) =>
      inTransaction(db, async (tx) => {
        for (const key of [first, second]) {
          await tx
            .updateTable('installation')
            .set({ value: `${first}${second}` })
            .where('key', '=', key)
            .execute()
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      })
    await Promise.all([touch('a', 'b'), touch('b', 'a')])
    const { rows } = await pool.query('select distinct value from installation')
    assert.equal(rows.length, 1)
  }))

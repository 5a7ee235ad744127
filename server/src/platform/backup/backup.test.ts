import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { createEmptyDatabase, createTestDatabase } from '../../testing/database.ts'
import { insertTestRow } from '../../testing/insert-row.ts'
import { createScratchFolder } from '../../testing/process.ts'
import { openDatabase } from '../db/database.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { maintainPartitions } from '../db/partitions.ts'
import { verifyArchive } from './archive.ts'
import { restoreBackup } from './restore.ts'
import { hasRestoreMarker } from './restore-marker.ts'
import { writeBackup } from './write-backup.ts'

/** A backup taken during writes is a consistent snapshot and restores unchanged. */

const source = await createTestDatabase()
const { pool } = source
const folder = createScratchFolder()
const now = new Date()
const options = { version: '0.0.0', now, files: [{ name: 'keys/secret', content: Buffer.from('a key') }] }

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  after(() => client.end().catch(() => {}))
  return client
}
const reader = await connected(source.url())

let made = 0
const archive = (): string => join(folder, `${++made}.tar.gz`)

async function restoreTo(url: string, file: string): Promise<pg.Client> {
  const client = await connected(url)
  await restoreBackup(client, file, await verifyArchive(file))
  return client
}

/** An organization with agents, people, partitioned history, and texts that are hard to serialize. */
async function plant(): Promise<void> {
  await maintainPartitions(source.db, 'traffic', { now, historyDays: 30 })
  await insertTestRow(pool, 'orgs', { id: 'harbour', name: 'Tab\there, \\ and \n a line, “quotes”, \u{1f6f6}, \\N' })
  for (const id of ['one', 'two']) await insertTestRow(pool, 'agents', { org_id: 'harbour', id })
  const { rows } = await pool.query('select agent_key as key from agents order by 1')
  for (const { key } of rows) {
    await insertTestRow(pool, 'people', { agent_key: key, tags: ['a,b', '{', ''], custom_fields: { x: null, y: '\\' } })
    await insertTestRow(pool, 'consent_entries', { agent_key: key, person_key: (await pool.query('select max(person_key) as last from people')).rows[0].last })
    for (const at of [now, new Date(0)]) await insertTestRow(pool, 'traffic', { agent_key: key, at })
    await insertTestRow(pool, 'media', { agent_key: key, content: `\\x${Buffer.alloc(200_000, key).toString('hex')}` })
  } // biome-ignore format: one row per line
}
await plant()

const sums = (tables: { name: string; rows: number; sha256: string }[]) =>
  tables.map(({ name, rows, sha256 }) => `${name} ${rows} ${sha256}`)

test('a restored database has the same rows and continues from there', async () => {
  const file = archive()
  const { tables } = await writeBackup(reader, file, options)
  const url = await createEmptyDatabase()
  const client = await restoreTo(url, file)
  const again = await writeBackup(client, archive(), options)
  assert.deepEqual(sums(again.tables), sums(tables))
  assert.ok(tables.find(({ name, rows }) => name === 'traffic' && rows === 4))
  const catalog = `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as of from pg_constraint
    where connamespace = 'public'::regnamespace union all select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    union all select indexdef from pg_indexes where schemaname = 'public' order by 1`
  assert.deepEqual((await client.query(catalog)).rows, (await pool.query(catalog)).rows)
  const restored = openDatabase(url, { connections: 2 })
  try {
    assert.equal(await migrate(restored.pool), 0)
    await insertTestRow(restored.pool, 'agents', { org_id: 'harbour', id: 'three' })
    assert.deepEqual((await restored.pool.query('select agent_key from agents order by 1')).rowCount, 3)
  } finally {
    await restored.close()
  }
})

test('a backup taken during writes is a snapshot of one moment', async () => {
  let isOver = false
  let written = 0
  // Two rows in one transaction: a snapshot contains both or neither.
  const writer = (async () => {
    for (; !isOver; written++) {
      const key = `written-${written}`
      await pool.query(
        `with first as (insert into installation (key, value, created_at) values ($1, '', now()))
         insert into chores (name) values ($1)`,
        [key],
      )
    }
  })()
  const file = archive()
  const { tables } = await writeBackup(reader, file, options)
  isOver = true
  await writer
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows
  assert.ok(written > 0)
  assert.equal(rowsOf('installation'), rowsOf('chores'))
  const client = await restoreTo(await createEmptyDatabase(), file)
  const { rows } = await client.query(
    'select count(*)::int as pairs from installation full join chores on key = name where key is not null and name is not null',
  )
  assert.equal(rows[0].pairs, rowsOf('chores'))
})

test('a truncated or modified archive is refused, wherever the damage is', async () => {
  const file = archive()
  await writeBackup(reader, file, options)
  const bytes = readFileSync(file)
  const plain = gunzipSync(bytes)
  const changed = (at: number) => {
    const copy = Buffer.from(plain)
    copy[at] = (copy[at] as number) ^ 1
    return gzipSync(copy)
  }
  const secret = plain.indexOf('a key')
  const faulty: [string, Buffer][] = [
    ['empty', Buffer.alloc(0)],
    ['no archive', Buffer.from('not an archive at all')],
    ['cut', bytes.subarray(0, bytes.length - 20)],
    ['cut in the middle', bytes.subarray(0, bytes.length / 2)],
    ['cut and closed again', gzipSync(plain.subarray(0, Math.floor(plain.length / 1024) * 512))],
    ['a bit of a row', changed(plain.indexOf('harbour'))],
    ['a bit of a file', changed(secret)],
    ['a bit of a name', changed(plain.indexOf('tables/agents/'))],
    ['a bit of the packing', Buffer.concat([bytes.subarray(0, 500), Buffer.from([(bytes[500] as number) ^ 1]), bytes.subarray(501)])],
  ] // biome-ignore format: a table
  for (const [title, content] of faulty) {
    const broken = archive()
    writeFileSync(broken, content)
    await assert.rejects(verifyArchive(broken), /is not a complete Parley backup/, title)
  }
  await assert.rejects(verifyArchive('/nowhere/x.tar.gz'), /There is no file/)
})

test('a restore refuses a non-empty target and a backup of a newer Parley', async () => {
  const file = archive()
  await writeBackup(reader, file, options)
  await assert.rejects(restoreTo(source.url(), file), /The database is not empty/)
  const client = await connected(await createEmptyDatabase())
  const whole = await verifyArchive(file)
  await assert.rejects(
    restoreBackup(client, file, { ...whole, migrations: readMigrations().slice(0, -1) }),
    /newer Parley/,
  )
  const [first, ...others] = readMigrations()
  const edited = [{ ...first, checksum: 'other' }, ...others] as typeof others
  await assert.rejects(restoreBackup(client, file, { ...whole, migrations: edited }), /a different version of 0001/)
  assert.equal(await hasRestoreMarker(client), false)
})

test('a killed restore leaves only its marker: no Parley starts there, and the restore can be repeated', async () => {
  const file = archive()
  await writeBackup(reader, file, options)
  const whole = await verifyArchive(file)
  const url = await createEmptyDatabase()
  const doomed = await connected(url)
  const witness = await connected(url)
  const { stream } = (doomed as unknown as { connection: { stream: Socket } }).connection
  // Breaks off in the middle of the rows, which looks like a kill to the database.
  const progress = (share: number) => void (share > 0.5 && stream.destroy())
  await assert.rejects(restoreBackup(doomed, file, { ...whole, progress }))
  assert.equal(await hasRestoreMarker(witness), true)
  const database = openDatabase(url, { connections: 1 })
  after(() => database.close())
  await assert.rejects(migrate(database.pool), /started but did not finish/)
  await assert.rejects(writeBackup(witness, archive(), options), /started but did not finish/)
  await restoreTo(url, file)
  assert.equal(await migrate(database.pool), 0)
  assert.equal((await witness.query('select from agents')).rowCount, 2)
})

test('a backup without a database is refused and leaves no file', async () => {
  const file = archive()
  await assert.rejects(
    writeBackup(await connected(await createEmptyDatabase()), file, options),
    /There is nothing to back up/,
  )
  await assert.rejects(verifyArchive(file), /There is no file/)
})

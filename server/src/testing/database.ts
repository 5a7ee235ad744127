import { createHash } from 'node:crypto'
import { after } from 'node:test'
import type pg from 'pg'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { buildDatabaseUrl, createScratchName, withServerClient } from './scratch-database.ts'
import { testServerUrl } from './server-url.ts'

export type TestDatabase = Database

/**
 * A busy machine may need more than five seconds to open a connection. Work that fails as unavailable is tried again
 * later, and in most tests the clock stands still.
 */
const patientWaitMilliseconds = 60_000

/**
 * A database for this test file, cloned from a migrated template and dropped when the file is done. The server is the
 * one `npm test` provides, or the embedded one under `.cache/` when a file runs by itself.
 */
export async function createTestDatabase(waitMilliseconds = patientWaitMilliseconds): Promise<TestDatabase> {
  const server = await testServerUrl()
  const name = createScratchName()
  await withServerClient(server, async (client) => {
    const template = await findOrCreateTemplate(client, server)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const url = buildDatabaseUrl(server, name)
  const database = openDatabase(url, { connections: 8, waitMilliseconds })
  after(async () => {
    await database.close()
    await withServerClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))
  })
  return database
}

/** An empty database, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<string> {
  const server = await testServerUrl()
  const name = createScratchName()
  await withServerClient(server, (client) => client.query(`create database ${name}`))
  after(() => withServerClient(server, (client) => client.query(`drop database if exists ${name} with (force)`)))
  return buildDatabaseUrl(server, name)
}

/** The template's name contains a hash of the migrations, so that a change creates a new template automatically. */
async function findOrCreateTemplate(client: pg.Client, server: string): Promise<string> {
  const hash = createHash('sha256')
  for (const migration of readMigrations()) hash.update(migration.checksum)
  const name = `template_${hash.digest('hex').slice(0, 16)}`
  await client.query('select pg_advisory_lock(4711)')
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await createTemplate(client, server, name)
  } finally {
    await client.query('select pg_advisory_unlock(4711)')
  }
  return name
}

/** Created under another name, so that a run killed halfway leaves no incomplete template. */
async function createTemplate(client: pg.Client, server: string, name: string): Promise<void> {
  await client.query(`drop database if exists ${name}_raw with (force)`)
  await client.query(`create database ${name}_raw`)
  const database = openDatabase(buildDatabaseUrl(server, `${name}_raw`), {
    connections: 1,
    waitMilliseconds: patientWaitMilliseconds,
  })
  await migrate(database.pool)
  await database.close()
  // The server lists a closed connection for a few more milliseconds, and refuses to rename a database in use.
  for (let attemptsLeft = 100; attemptsLeft > 0; attemptsLeft--) {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [`${name}_raw`])
    if (rowCount === 0) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await client.query(`alter database ${name}_raw rename to ${name}`)
}

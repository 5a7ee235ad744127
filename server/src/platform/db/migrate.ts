import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { hasRestoreMarker, unfinishedRestoreMessage } from '../backup/restore-marker.ts'
import { isDiskFull } from './errors.ts'

const folder = new URL('../../../migrations/', import.meta.url)
/** An arbitrary fixed number, the same for every Parley process. */
const lockKey = 7_227_539

/** Building an index on a large table may take hours, and so may waiting for the process that builds it. */
const longTimeout = { query_timeout: 24 * 3_600_000 }

export type Migration = { version: number; name: string; sql: string; checksum: string }

export function readMigrations(from: URL = folder): Migration[] {
  return readdirSync(from)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, from), 'utf8')
      return {
        version: Number(file.slice(0, 4)),
        name: file,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
}

/**
 * Migrates the schema, one transaction per migration under one lock: ten processes that start at once migrate once, and
 * a killed one leaves only complete migrations.
 */
export async function migrate(
  pool: Pool,
  migrations: Migration[] = readMigrations(),
  onApplied: (migration: Migration) => void = () => {},
): Promise<number> {
  for (let count = 0; ; count++) {
    const applied = await withTransaction(pool, (client) => applyNext(client, migrations))
    if (!applied) return count
    onApplied(applied)
  }
}

export async function isSchemaCurrent(pool: Pool, migrations: Migration[] = readMigrations()): Promise<boolean> {
  const { rows } = await pool.query<{ version: number }>('select max(version) as version from schema_migrations')
  return rows[0]?.version === migrations.at(-1)?.version
}

/** Reads which migrations the database has and which it lacks; creates nothing, not even on a new database. */
export async function readPendingMigrations(
  client: ClientBase,
  migrations: Migration[],
): Promise<{ applied: string[]; pending: Migration[] }> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migrations') is not null as exists`,
  )
  const stored = rows[0]?.exists ? await selectApplied(client) : []
  assertCompatible(stored, migrations)
  return { applied: stored.map(({ name }) => name), pending: migrations.slice(stored.length) }
}

/** Applies all migrations in the open transaction, on a database that has none. */
export async function applyMigrations(client: ClientBase, migrations: Migration[]): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${lockKey})`)
  await readApplied(client)
  for (const migration of migrations) await apply(client, migration)
}

/** Returns the migration that it applied, or undefined if none is left. */
async function applyNext(client: PoolClient, migrations: Migration[]): Promise<Migration | undefined> {
  await client.query('set local statement_timeout = 0')
  // Checked before acquiring the lock, which a restore holds for its whole duration.
  if (await hasRestoreMarker(client)) throw new Error(unfinishedRestoreMessage)
  await client.query({ text: `select pg_advisory_xact_lock(${lockKey})`, ...longTimeout })
  const stored = await readApplied(client)
  assertCompatible(stored, migrations)
  const next = migrations[stored.length]
  if (next) await apply(client, next)
  return next
}

async function apply(client: ClientBase, { version, name, sql, checksum }: Migration): Promise<void> {
  await client.query({ text: sql, ...longTimeout })
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ])
}

type AppliedMigration = { version: number; name: string; checksum: string }

async function readApplied(client: ClientBase): Promise<AppliedMigration[]> {
  await client.query(`create table if not exists schema_migrations (
    version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`)
  return selectApplied(client)
}

async function selectApplied(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select version, name, checksum from schema_migrations order by version',
  )
  return rows
}

function assertCompatible(stored: AppliedMigration[], known: Migration[]): void {
  if (stored.length > known.length) {
    throw new Error(
      `The database has migration ${stored.at(-1)?.name}, which this version of Parley does not know. ` +
        'A newer Parley has used this database: start that version, or set DATABASE_URL or DATA_DIR to another database.',
    )
  }
  stored.forEach((row, index) => {
    if (row.checksum !== known[index]?.checksum) {
      throw new Error(
        `The database was migrated with a different version of ${row.name}. Migrations must not be edited once they have run: ` +
          'restore the file, or use another database.',
      )
    }
  })
}

async function withTransaction<T>(pool: Pool, act: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await act(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

const probeTimeoutMilliseconds = 2_000
const minFreeBytes = 1_048_576

const diskFull = 'the disk of the database is full'

/**
 * Returns why this database cannot serve, as text, or undefined. `folder` is the data folder of the embedded server: a
 * server that exited because its disk is full cannot report that itself.
 */
export async function findReadinessProblem(pool: Pool, folder?: string): Promise<string | undefined> {
  const late = new Promise<string>((resolve) =>
    setTimeout(resolve, probeTimeoutMilliseconds, 'the database does not respond').unref(),
  )
  const failed = (error: unknown) => (isDiskFull(error) ? diskFull : 'the database cannot be reached')
  const problem = await Promise.race([probeDatabase(pool).catch(failed), late])
  return problem !== undefined && (await isFolderFull(folder)) ? diskFull : problem
}

async function probeDatabase(pool: Pool): Promise<string | undefined> {
  if (!(await isSchemaCurrent(pool))) return 'the database has a different schema than this version of Parley'
  if (await isReadOnlyServer(pool)) return 'the database is read-only: it is a replica, or set to read-only'
  await probeDiskSpace(pool)
  return undefined
}

async function isReadOnlyServer(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(`select from pg_settings where name = 'transaction_read_only' and setting = 'on'`)
  return rows.length > 0
}

/**
 * Makes the server write a megabyte to a temporary file, which fails if the disk is full. Inserting a row would not
 * detect that, because an existing page often has room for one; and a failed write to the WAL would end the server.
 */
async function probeDiskSpace(pool: Pool): Promise<void> {
  const size = 8_192
  await pool.query(
    `set local work_mem = '64kB';
     select from unnest(array_fill(repeat('x', ${size}), array[${minFreeBytes / size}]))`,
  )
}

async function isFolderFull(folder: string | undefined): Promise<boolean> {
  if (folder === undefined) return false
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < minFreeBytes,
    () => false,
  )
}

import type pg from 'pg'
import { applyMigrations, type Migration, readMigrations } from '../db/migrate.ts'
import { StartupError } from '../errors.ts'
import { readArchive } from './archive.ts'
import { type BackupManifest, parseEntryName, type TableManifest } from './manifest.ts'
import { copyIn } from './pg-copy.ts'
import { createRestoreMarker, dropRestoreMarker, restoreMarkerTable } from './restore-marker.ts'
import { isDatabaseEmpty, readForeignKeys } from './schema.ts'
import type { TarEntry } from './tar.ts'

export type RestoreOptions = {
  manifest: BackupManifest
  /** Receives the share of all data written so far, from 0 to 1, and the current table. */
  progress?: (share: number, table: string) => void
  migrations?: Migration[]
}

export async function assertRestorable(client: pg.Client, { manifest, migrations }: RestoreOptions): Promise<void> {
  selectMigrations(manifest, migrations)
  if (await isDatabaseEmpty(client, restoreMarkerTable)) return
  throw new StartupError(
    'The database is not empty, and a backup can be restored only into an empty one. Create a new database and set DATABASE_URL ' +
      'to it, or set DATA_DIR to a folder that does not exist yet.',
  )
}

/**
 * Restores a verified archive into a database without tables, in one transaction. Until the commit the database stays
 * empty, and a marker table says why, so that no Parley mistakes it for a new one.
 */
export async function restoreBackup(client: pg.Client, file: string, restoring: RestoreOptions): Promise<void> {
  const { manifest } = restoring
  await assertRestorable(client, restoring)
  await createRestoreMarker(client)
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await applyMigrations(client, selectMigrations(manifest, restoring.migrations))
    const makeWhole = await dropConstraints(client, manifest)
    await loadTables(client, file, restoring)
    for (const { name, value, isUsed } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [`"${name}"`, value, isUsed])
    await makeWhole()
    await dropRestoreMarker(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  await client.query('analyze')
}

/** Selects the migrations that the backup had; the next start applies the rest. */
function selectMigrations(
  { migrations: had, parley }: BackupManifest,
  known: Migration[] = readMigrations(),
): Migration[] {
  const newer = had.length > known.length
  if (newer) throw new StartupError(`The backup is from a newer Parley (${parley}): restore it with that version.`)
  const stranger = had.find(({ checksum }, at) => checksum !== known[at]?.checksum)
  if (!stranger) return known.slice(0, had.length)
  throw new StartupError(
    `The backup was made with a different version of ${stranger.name}: restore it with that version of Parley.`,
  )
}

/**
 * Drops foreign keys and disables triggers, which would act on rows or reject them because of their order. Returns a
 * function that restores them.
 */
async function dropConstraints(
  client: pg.Client,
  { tables, partitions }: BackupManifest,
): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => `"${name}"`)
  const keys = await readForeignKeys(client)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint "${name}"`)
  // Migrations may have inserted rows; the backup contains their current versions.
  await client.query(`truncate ${names.join(', ')}`)
  for (const { name, of, bounds } of partitions) {
    const { rows } = await client.query('select to_regclass($1) is null as missing', [`"${name}"`])
    if (rows[0]?.missing) await client.query(`create table "${name}" partition of ${of} ${bounds}`)
  }
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  return async () => {
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint "${name}" ${definition}`)
  }
}

/** The chunks of a table are consecutive in the archive. */
async function loadTables(
  client: pg.Client,
  file: string,
  { manifest, progress = () => {} }: RestoreOptions,
): Promise<void> {
  const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 1)
  const entries = readArchive(file)
  let written = 0
  let { value: entry } = await entries.next()
  while (entry) {
    const table = findTableOf(manifest, entry)
    const reportProgress = (bytes: number) => {
      if (!table) return
      written += bytes
      progress(written / total, table.name)
    }
    const pieces = readTableChunks(entry, entries, reportProgress)
    entry = table ? await loadTable(client, table, pieces) : await readNextEntry(pieces)
  }
}

const tableNameOf = ({ name }: TarEntry): string | undefined => {
  const entry = parseEntryName(name)
  return entry && 'table' in entry ? entry.table : undefined
}

const findTableOf = ({ tables }: BackupManifest, entry: TarEntry): TableManifest | undefined =>
  tables.find(({ name }) => name === tableNameOf(entry))

type TableChunks = AsyncGenerator<Buffer, TarEntry | undefined>

/** Yields the contents of consecutive entries of one table; returns the first entry that belongs to another. */
async function* readTableChunks(
  first: TarEntry,
  entries: AsyncGenerator<TarEntry>,
  reportProgress: (bytes: number) => void,
): TableChunks {
  let entry: TarEntry | undefined = first
  while (entry && tableNameOf(entry) === tableNameOf(first)) {
    yield entry.content
    reportProgress(entry.content.length)
    entry = (await entries.next()).value
  }
  return entry
}

async function loadTable(client: pg.Client, table: TableManifest, pieces: TableChunks): Promise<TarEntry | undefined> {
  const columns = table.columns.map((column) => `"${column}"`).join(', ')
  let next: TarEntry | undefined
  const bytes = (async function* () {
    next = yield* pieces
  })()
  const rows = await copyIn(client, `copy "${table.name}" (${columns}) from stdin`, bytes)
  if (rows !== table.rows)
    throw new Error(`${table.name} has ${rows} rows instead of the ${table.rows} in the manifest`)
  return next
}

async function readNextEntry(pieces: TableChunks): Promise<TarEntry | undefined> {
  for (;;) {
    const { value, done } = await pieces.next()
    if (done) return value as TarEntry | undefined
  }
}

import type pg from 'pg'
import type { BackupManifest } from './manifest.ts'

/** The structure of a database, read from its catalog. Names are those of our migrations: lower case, unquoted. */

export type TableShape = { name: string; columns: string[]; estimatedBytes: number }

const inCurrentSchema = `relnamespace = current_schema()::regnamespace`

/**
 * Reads every table, with partitions folded into their parent. Excludes unlogged tables, which a crash empties, and the
 * list of migrations.
 */
export async function readTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select relname as name,
           (select array_agg(attname::text order by attnum) from pg_attribute
             where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
           (select sum(pg_table_size(relid))::float8 from pg_partition_tree(c.oid)) as "estimatedBytes"
      from pg_class as c
     where ${inCurrentSchema} and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
       and relname <> 'schema_migrations'
     order by relname`)
  return rows
}

export async function readPartitions(client: pg.Client): Promise<BackupManifest['partitions']> {
  const { rows } = await client.query(`
    select relname as name, inhparent::regclass::text as of, pg_get_expr(relpartbound, c.oid) as bounds
      from pg_class as c join pg_inherits on inhrelid = c.oid
     where ${inCurrentSchema} and relispartition and relkind = 'r' order by relname`)
  return rows
}

/** Must run after all rows were read: a sequence that skips numbers does no harm, one that repeats a number does. */
export async function readSequences(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where ${inCurrentSchema} and relkind = 'S' and relpersistence = 'p' order by relname`,
  )
  const sequences: BackupManifest['sequences'] = []
  for (const { name } of rows) {
    const read = await client.query(`select last_value::text as value, is_called as "isUsed" from "${name}"`)
    sequences.push({ name, ...read.rows[0] })
  }
  return sequences
}

export async function readAppliedMigrations(client: pg.Client): Promise<BackupManifest['migrations']> {
  const { rows } = await client.query('select version, name, checksum from schema_migrations order by version')
  return rows
}

/** Checks for tables, views and sequences: a restore must not overwrite an existing one. */
export async function isDatabaseEmpty(client: pg.Client, besides: string): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_class where ${inCurrentSchema} and relkind in ('r', 'p', 'v', 'm', 'S') and relname <> $1 limit 1`,
    [besides],
  )
  return rows.length === 0
}

export type ForeignKey = { table: string; name: string; definition: string }

export async function readForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint as k join pg_class as c on c.oid = conrelid
     where ${inCurrentSchema} and contype = 'f' and conparentid = 0 order by 1, 2`)
  return rows
}

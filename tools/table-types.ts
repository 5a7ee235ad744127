// Generates the types of all tables from the migrated schema; --check only verifies that the file is current.
import { readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'

const file = new URL('../server/src/platform/db/tables.generated.ts', import.meta.url)

const typeOf: Record<string, string> = {
  text: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  timestamptz: 'Timestamp',
  date: 'string',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
  tsvector: 'string',
  _text: 'string[]',
  _float4: 'number[]',
  _int8: 'number[]',
}

type Column = {
  table_name: string
  column_name: string
  udt_name: string
  nullable: boolean
  defaulted: boolean
  identity: boolean
}

const columns = `
  select c.table_name, c.column_name, c.udt_name,
         -- What a view may leave out is not known to PostgreSQL; ours leave out nothing.
         c.is_nullable = 'YES' and t.table_type = 'BASE TABLE' as nullable, c.column_default is not null as defaulted,
         c.identity_generation = 'ALWAYS' or c.is_generated = 'ALWAYS' as identity
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
   where table_schema = 'public' and t.table_type in ('BASE TABLE', 'VIEW')
     and not exists (select 1 from pg_inherits i where i.inhrelid = format('%I.%I', table_schema, table_name)::regclass)
   order by c.table_name, c.ordinal_position`

function columnType(column: Column): string {
  const columnTypeName = typeOf[column.udt_name]
  if (!columnTypeName) throw new Error(`${column.table_name}.${column.column_name}: no type for ${column.udt_name}`)
  const type = column.nullable ? `${columnTypeName} | null` : columnTypeName
  if (column.identity) return `GeneratedAlways<${type}>`
  return column.defaulted ? `Generated<${type}>` : type
}

export async function generateTableTypes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Column>(columns)
  await client.end()
  const tables = Object.entries(Object.groupBy(rows, (row) => row.table_name)).map(([name, columnsOfTable]) => {
    const lines = (columnsOfTable ?? []).map((column) => `    ${column.column_name}: ${columnType(column)}`)
    return `  ${name}: {\n${lines.join('\n')}\n  }`
  })
  return `// Generated from the migrated schema by \`npm run table-types\`; a check keeps it up to date. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Timestamp = ColumnType<Date, Date, Date>
// Written as text: the driver would turn an array into a PostgreSQL array.
type Json = ColumnType<unknown, string, string>

export type Tables = {
${tables.join('\n')}
}
`
}

export async function checkTableTypes(url: string): Promise<boolean> {
  return readFileSync(file, 'utf8') === (await generateTableTypes(url))
}

if (import.meta.main) {
  const { withMigratedDatabase } = await import('../server/src/testing/scratch-database.ts')
  await withMigratedDatabase(async (url) => {
    writeFileSync(file, await generateTableTypes(url))
    console.log('tables.generated.ts is written')
  })
}

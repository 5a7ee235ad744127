import type pg from 'pg'

type Column = { name: string; type: string; isNeeded: boolean }

/** What a column holds that must hold something and was not given, by its type. */
const defaultValues: Record<string, unknown> = {
  'text[]': [],
  boolean: false,
  json: {},
  jsonb: {},
  bytea: '\\x00',
  'double precision': 1,
  'timestamp with time zone': new Date(0),
}

let insertedRows = 0

/** Keys are texts and numbers, and no two of them alike. */
const createUniqueValue = (type: string): string | number => (type === 'text' ? `x${++insertedRows}` : ++insertedRows)

/** A row of any table: what is given, as far as the table has columns for it, and the least that it needs beside that. */
export async function insertTestRow(pool: pg.Pool, table: string, given: Record<string, unknown>): Promise<void> {
  const { rows: columns } = await pool.query<Column>(
    `select attname as name, format_type(atttypid, null) as type,
            attnotnull and not atthasdef and attidentity = '' as "isNeeded"
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  const row: Record<string, unknown> = {}
  for (const { name, type, isNeeded } of columns) {
    if (name in given) row[name] = given[name]
    else if (isNeeded) row[name] = defaultValues[type] ?? createUniqueValue(type)
  }
  const names = Object.keys(row).join(', ')
  await pool.query(`insert into ${table} (${names}) select ${names} from json_populate_record(null::${table}, $1)`, [
    JSON.stringify(row),
  ])
}

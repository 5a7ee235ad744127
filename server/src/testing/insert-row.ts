import type pg from 'pg'

type Column = { name: string; type: string; isRequired: boolean }

/** Default values by type, for required columns that are not given. */
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

/** Keys are text or numbers, and unique. */
const createUniqueValue = (type: string): string | number => (type === 'text' ? `x${++insertedRows}` : ++insertedRows)

/** Inserts a row into any table: the given values for which it has columns, and the minimum it needs otherwise. */
export async function insertTestRow(pool: pg.Pool, table: string, values: Record<string, unknown>): Promise<void> {
  const { rows: columns } = await pool.query<Column>(
    `select attname as name, format_type(atttypid, null) as type,
            attnotnull and not atthasdef and attidentity = '' as "isRequired"
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  const row: Record<string, unknown> = {}
  for (const { name, type, isRequired } of columns) {
    if (name in values) row[name] = values[name]
    else if (isRequired) row[name] = defaultValues[type] ?? createUniqueValue(type)
  }
  const names = Object.keys(row).join(', ')
  await pool.query(`insert into ${table} (${names}) select ${names} from json_populate_record(null::${table}, $1)`, [
    JSON.stringify(row),
  ])
}

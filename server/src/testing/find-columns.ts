import type pg from 'pg'

/** The possible encodings of a clue: plain, hex, and base64 at every offset. */
export function encodedFormsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const shiftedForms = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '')
    // The characters at both ends also contain bits of the adjacent bytes.
    return encoded.slice(Math.ceil((shift * 8) / 6), -1)
  })
  return [text, bytes.toString('hex'), ...shiftedForms]
}

/** The columns that contain one of these clues anywhere, such as `agents.name`. */
export async function findColumnsContaining(pool: pg.Pool, texts: readonly string[]): Promise<string[]> {
  const patterns = texts.flatMap(encodedFormsOf).map((form) => `%${form}%`)
  const { rows: columns } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
        -- Excludes partitions: their parent tables contain the same rows.
        and not exists (select from pg_inherits where inhrelid = format('%I.%I', table_schema, table_name)::regclass)`,
  )
  const columnNames: string[] = []
  for (const [table, tableColumns] of Map.groupBy(columns, (column) => column.table)) {
    const expressions = tableColumns.map(({ column }) => `bool_or("${column}"::text ilike any($1)) as "${column}"`)
    const { rows } = await pool.query(`select ${expressions.join(', ')} from "${table}"`, [patterns])
    columnNames.push(
      ...tableColumns.filter(({ column }) => rows[0]?.[column]).map(({ column }) => `${table}.${column}`),
    )
  }
  return columnNames.sort()
}

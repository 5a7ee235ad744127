import type { RawBuilder } from 'kysely'
import type { Db } from './database.ts'

const names = new Map<string, string>()

/**
 * Runs a statement that each pooled connection parses once and plans only a few times. Use it for inserts of given
 * values, or for reads by key from tables that rarely change: PostgreSQL caches a plan until its tables are analyzed.
 * The text must name its columns, because `select *` would fail on old connections after a migration, and there must be
 * few different texts, because a connection caches each of them.
 */
export async function runNamed<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const compiled = query.compile(db)
  if (!names.has(compiled.sql)) names.set(compiled.sql, `named_${names.size}`)
  return (await db.executeQuery<Row>(compiled)).rows
}

export const findStatementName = (text: string): string | undefined => names.get(text)

import type { RawBuilder } from 'kysely'
import type { Db } from './database.ts'

const names = new Map<string, string>()

/**
 * Runs a statement that each pooled connection parses once, and plans a few times only. It is for statements that insert
 * what they are given, or that read by key from tables that change rarely: PostgreSQL keeps a plan until the tables in it
 * are analyzed. The text must name its columns, because `select *` would fail on old connections after a migration, and
 * there may be only a few texts, because a connection keeps each of them.
 */
export async function runNamed<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const compiled = query.compile(db)
  if (!names.has(compiled.sql)) names.set(compiled.sql, `named_${names.size}`)
  return (await db.executeQuery<Row>(compiled)).rows
}

/** The name of a statement that `runNamed` has run. */
export const findStatementName = (text: string): string | undefined => names.get(text)

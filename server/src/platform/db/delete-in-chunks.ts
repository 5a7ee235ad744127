import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

const rowsPerChunk = 10_000

/** Deletes all matching rows of a table in chunks: years of rows would exceed the statement timeout. */
export async function deleteInChunks(db: Db, name: string, which: RawBuilder<unknown>): Promise<void> {
  const table = sql.table(name)
  for (let deletedCount = rowsPerChunk; deletedCount === rowsPerChunk; ) {
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${which} limit ${rowsPerChunk}))`.execute(db)
    deletedCount = Number(numAffectedRows)
  }
}

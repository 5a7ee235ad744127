import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'

const plannerSettings = [
  'enable_bitmapscan',
  'enable_seqscan',
  'enable_sort',
  'enable_hashjoin',
  'enable_nestloop',
] as const

/**
 * Runs `act` where PostgreSQL reads in the order of an index wherever there is one. Without statistics, as right after
 * an import, it believes that a filter means a dozen people, and sorts the half million who it does mean: 300 ms instead
 * of 2 for a page (with a million people; on its own judgement it is right again after the next ANALYZE).
 * @serves all tenants
 */
export async function withIndexScans<T>(db: Db, act: (tx: Db) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return inTransaction(db, (tx) => withIndexScans(tx, act))
  await setPlanner('off').execute(db)
  const result = await act(db)
  await setPlanner('on').execute(db)
  return result
}

/** For the rest of the transaction. */
function setPlanner(value: 'on' | 'off'): RawBuilder<unknown> {
  return sql`select ${sql.join(plannerSettings.map((choice) => sql`set_config(${choice}, ${value}, true)`))}`
}

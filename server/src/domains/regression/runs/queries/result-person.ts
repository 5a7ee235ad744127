import type { Db } from '../../../../platform/db/database.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ResultLease } from './results.ts'

/**
 * Creates the sandbox identity and stores it in the leased result in one transaction, so that neither exists without
 * the other.
 */
export async function createResultPerson(
  db: Db,
  agent: AgentKey,
  { id, token }: ResultLease,
  begin: (tx: Db) => Promise<string>,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const asid = await begin(tx)
    const { numUpdatedRows } = await tx
      .updateTable('test_results')
      .set({ asid })
      .where('agent_key', '=', agent.key)
      .where('id', '=', id)
      .where('lease_token', '=', token)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Error('another process took over the result')
    return asid
  })
}

import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'
import type { ResultLease } from './results.ts'

/** Stores the sandbox identity in the leased result, in the transaction that creates it. */
export async function storeResultPerson(
  tx: Db,
  agent: AgentKey,
  { id, token }: ResultLease,
  asid: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('test_results')
    .set({ asid })
    .where('agent_key', '=', agent.key)
    .where('id', '=', id)
    .where('lease_token', '=', token)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('another process took over the result')
}

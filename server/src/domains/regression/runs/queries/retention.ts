import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

/** Old results of finished runs. @serves all tenants */
export async function findOldResults(
  db: Db,
  before: Date,
  most: number,
): Promise<{ agentKey: number; id: string; asid: string | null }[]> {
  return db
    .selectFrom('test_results')
    .select(['agent_key as agentKey', 'id', 'asid'])
    .where('created_at', '<', before)
    .where('due_at', 'is', null)
    .where(
      sql<boolean>`exists (select from test_runs as r where r.agent_key = test_results.agent_key
        and r.id = test_results.run_id and r.status in ('completed', 'cancelled', 'failed'))`,
    )
    .limit(most)
    .execute()
}

export async function deleteOldResults(tx: Db, agent: AgentKey, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('test_results')
    .where('agent_key', '=', agent.key)
    .where('id', 'in', [...ids, ''])
    .execute()
}

/** @serves all tenants */
export async function deleteOldRuns(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('test_runs')
    .where('created_at', '<', before)
    .where('status', 'in', ['completed', 'cancelled', 'failed'])
    .execute()
}

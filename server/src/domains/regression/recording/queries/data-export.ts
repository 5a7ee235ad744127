import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { AgentKey } from '../../../../platform/http/route.ts'

export async function exportCases(db: Db, agent: AgentKey, { asids }: { asids: readonly string[] }): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, suite_id as "suiteId", created_at as "createdAt", document from test_cases
     where agent_key = ${agent.key} and origin_asid = any(${asids}::text[]) order by created_at, id`.execute(db)
  return rows
}

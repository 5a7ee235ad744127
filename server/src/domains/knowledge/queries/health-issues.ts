import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'

export type FailedSource = { agentId: string; id: string; name: string; updatedAt: Date }

const rowLimit = 100

export async function listFailedSources(db: Db, org: OrgKey): Promise<FailedSource[]> {
  return db
    .selectFrom('knowledge_sources as source')
    .innerJoin('agents', 'agents.agent_key', 'source.agent_key')
    .select(['agents.id as agentId', 'source.id', 'source.name', 'source.updated_at as updatedAt'])
    .where('agents.org_id', '=', org.id)
    .where('source.status', '=', 'failed')
    .orderBy('source.updated_at', 'desc')
    .limit(rowLimit)
    .execute()
}

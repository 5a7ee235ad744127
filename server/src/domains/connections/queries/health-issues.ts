import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'

export type BrokenConnection = { id: string; label: string; status: string; updatedAt: Date }
export type BrokenGrant = { agentId: string; toolId: string; status: string; updatedAt: Date }

const rowLimit = 100

/** Lists connections that must be granted again, newest first. */
export async function listBrokenConnections(db: Db, org: OrgKey): Promise<BrokenConnection[]> {
  return db
    .selectFrom('connections')
    .select(['id', 'label', 'status', 'updated_at as updatedAt'])
    .where('org_id', '=', org.id)
    .where('status', '<>', 'connected')
    .orderBy('updated_at', 'desc')
    .limit(rowLimit)
    .execute()
}

export async function listBrokenGrants(db: Db, org: OrgKey): Promise<BrokenGrant[]> {
  return db
    .selectFrom('tool_grants')
    .innerJoin('agents', 'agents.agent_key', 'tool_grants.agent_key')
    .select(['agents.id as agentId', 'tool_id as toolId', 'status', 'tool_grants.updated_at as updatedAt'])
    .where('agents.org_id', '=', org.id)
    .where('status', '<>', 'connected')
    .orderBy('tool_grants.updated_at', 'desc')
    .limit(rowLimit)
    .execute()
}

import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'

/** @serves all tenants */
export async function listAllConnectionTokens(tx: Db): Promise<{ org_id: string; id: string; tokens: Buffer }[]> {
  return tx.selectFrom('connections').select(['org_id', 'id', 'tokens']).forUpdate().execute()
}

export async function reEncryptConnection(tx: Db, org: OrgKey, id: string, tokens: Buffer): Promise<void> {
  await tx.updateTable('connections').set({ tokens }).where('org_id', '=', org.id).where('id', '=', id).execute()
}

type ToolGrantTokens = { org_id: string; agent_key: number; tool_id: string; tokens: Buffer }

/** @serves all tenants */
export async function listAllToolGrantTokens(tx: Db): Promise<ToolGrantTokens[]> {
  return tx
    .selectFrom('tool_grants')
    .innerJoin('agents', 'agents.agent_key', 'tool_grants.agent_key')
    .select(['agents.org_id', 'tool_grants.agent_key', 'tool_grants.tool_id', 'tool_grants.tokens'])
    .forUpdate()
    .execute()
}

export async function reEncryptToolGrant(tx: Db, agent: AgentKey, toolId: string, tokens: Buffer): Promise<void> {
  await tx
    .updateTable('tool_grants')
    .set({ tokens })
    .where('agent_key', '=', agent.key)
    .where('tool_id', '=', toolId)
    .execute()
}

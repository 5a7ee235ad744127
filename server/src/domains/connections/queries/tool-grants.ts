import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { GrantStatus } from '../grant.ts'

export type ToolGrant = { status: GrantStatus; lastError?: string; connectedAt: Date }

export async function findToolGrant(db: Db, agent: AgentKey, toolId: string): Promise<ToolGrant | undefined> {
  const row = await db
    .selectFrom('tool_grants')
    .select(['status', 'last_error', 'connected_at'])
    .where('agent_key', '=', agent.key)
    .where('tool_id', '=', toolId)
    .executeTakeFirst()
  if (!row) return undefined
  const { status, last_error, connected_at } = row
  return { status: status as GrantStatus, lastError: last_error ?? undefined, connectedAt: connected_at }
}

/** Returns whether the agent still exists, and prevents its deletion until the transaction ends. */
export async function shareLockAgent(db: Db, agent: AgentKey): Promise<boolean> {
  const row = await db
    .selectFrom('agents')
    .select('agent_key')
    .where('agent_key', '=', agent.key)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

type ToolGrantUpsert = { toolId: string; provider: string; tokens: Buffer; expiresAt?: Date; now: Date }

export async function upsertToolGrant(db: Db, agent: AgentKey, kept: ToolGrantUpsert): Promise<void> {
  const renewed = {
    provider: kept.provider,
    status: 'connected',
    last_error: null,
    tokens: kept.tokens,
    expires_at: kept.expiresAt ?? null,
    last_used_at: null,
    connected_at: kept.now,
    updated_at: kept.now,
  }
  await db
    .insertInto('tool_grants')
    .values({ agent_key: agent.key, tool_id: kept.toolId, ...renewed })
    .onConflict((conflict) => conflict.columns(['agent_key', 'tool_id']).doUpdateSet(renewed))
    .execute()
}

import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'

type OAuthStateFields = { hash: Buffer; provider: string; label?: string; returnTo?: string; verifier: Buffer }
type NewOAuthState = OAuthStateFields & {
  tool?: { agent: AgentKey; toolId: string }
  createdBy: string
  expiresAt: Date
}
export type PendingOAuthState = OAuthStateFields & { org: OrgKey; tool?: { agent: AgentKey; toolId: string } }

export async function insertOAuthState(db: Db, org: OrgKey, state: NewOAuthState): Promise<void> {
  await db
    .insertInto('oauth_states')
    .values({
      org_id: org.id,
      hash: state.hash,
      agent_key: state.tool?.agent.key ?? null,
      tool_id: state.tool?.toolId ?? null,
      provider: state.provider,
      label: state.label ?? null,
      verifier: state.verifier,
      return_to: state.returnTo ?? null,
      created_by: state.createdBy,
      expires_at: state.expiresAt,
    })
    .execute()
}

/**
 * Deletes and returns the state, so the second of two callbacks with the same state finds nothing. The state determines
 * the org.
 * @serves all tenants
 */
export async function consumeOAuthState(db: Db, hash: Buffer, now: Date): Promise<PendingOAuthState | undefined> {
  const row = await db
    .with('gone', (query) => query.deleteFrom('oauth_states').where('hash', '=', hash).returningAll())
    .selectFrom('gone')
    .leftJoin('agents', 'agents.agent_key', 'gone.agent_key')
    .selectAll('gone')
    .select('agents.id as agent_id')
    .executeTakeFirst()
  if (!row || row.expires_at <= now) return undefined
  const { org_id: orgId, agent_key: key, agent_id: id, tool_id: toolId } = row
  return {
    hash,
    provider: row.provider,
    label: row.label ?? undefined,
    returnTo: row.return_to ?? undefined,
    verifier: row.verifier,
    org: { id: orgId },
    ...(key !== null && id !== null && toolId !== null && { tool: { agent: { key, id, orgId }, toolId } }),
  }
}

/** @serves all tenants */
export async function purgeExpiredOAuthStates(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oauth_states').where('expires_at', '<', now).execute()
}

/** A state encrypted with the old key cannot be used. @serves all tenants */
export async function deleteAllOAuthStates(tx: Db): Promise<void> {
  await tx.deleteFrom('oauth_states').execute()
}

import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { relaxedCommit } from '../../../platform/db/transaction.ts'
import type { AgentKey, OrgKey } from '../../../platform/http/route.ts'
import type { GrantKey, GrantStatus } from '../connection.ts'

export type StoredGrant = { provider: string; status: GrantStatus; tokens: Buffer; expiresAt: Date | null }

const columns = sql`provider, status, tokens, expires_at as "expiresAt"`

export async function readGrant(db: Db, org: OrgKey, key: GrantKey): Promise<StoredGrant | undefined> {
  const { table, isIt } = locateGrantRow(org, key)
  const { rows } = await sql<StoredGrant>`select ${columns} from ${table} where ${isIt}`.execute(db)
  return rows[0]
}

/** Locks the grant against concurrent refresh, use and removal until the transaction ends. */
export async function lockGrant(db: Db, org: OrgKey, key: GrantKey): Promise<StoredGrant | undefined> {
  const { table, isIt } = locateGrantRow(org, key)
  const { rows } = await sql<StoredGrant>`select ${columns} from ${table} where ${isIt} for update`.execute(db)
  return rows[0]
}

type RenewedTokens = { tokens: Buffer; expiresAt?: Date; now: Date }

export async function renewGrant(db: Db, org: OrgKey, key: GrantKey, renewed: RenewedTokens): Promise<void> {
  const { table, isIt } = locateGrantRow(org, key)
  await sql`update ${table}
               set tokens = ${renewed.tokens}, expires_at = ${renewed.expiresAt ?? null}, updated_at = ${renewed.now}
             where ${isIt}`.execute(db)
}

type GrantStatusUpdate = { status: GrantStatus; lastError?: string; usedAt?: Date; now: Date }

export async function updateGrantStatus(db: Db, org: OrgKey, key: GrantKey, update: GrantStatusUpdate): Promise<void> {
  const { table, isIt } = locateGrantRow(org, key)
  await sql`update ${table}
               set status = ${update.status}, last_error = ${update.lastError ?? null}, updated_at = ${update.now},
                   last_used_at = coalesce(${update.usedAt ?? null}::timestamptz, last_used_at)
             where ${isIt}`.execute(db)
}

/** Records a use of a connected grant. Returns false, and changes nothing, if the grant is not connected. */
export async function recordUsedAt(db: Db, org: OrgKey, key: GrantKey, now: Date): Promise<boolean> {
  const { table, isIt } = locateGrantRow(org, key)
  const { rows } = await sql`update ${table} set last_used_at = ${now}, updated_at = ${now}
                               from ${relaxedCommit} where ${isIt} and status = 'connected'
                             returning status`.execute(db)
  return rows.length > 0
}

export async function deleteGrant(db: Db, org: OrgKey, key: GrantKey): Promise<StoredGrant | undefined> {
  const { table, isIt } = locateGrantRow(org, key)
  const { rows } = await sql<StoredGrant>`delete from ${table} where ${isIt} returning ${columns}`.execute(db)
  return rows[0]
}

function locateGrantRow(org: OrgKey, key: GrantKey) {
  return 'connectionId' in key
    ? { table: sql.table('connections'), isIt: sql`org_id = ${org.id} and id = ${key.connectionId}` }
    : { table: sql.table('tool_grants'), isIt: sql`agent_key = ${key.agent.key} and tool_id = ${key.toolId}` }
}

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

type UsableGrants = { toolIds: string[]; connections: Record<string, string> }

/** Returns the tools that have a grant of their own, and the provider of each connection of the org. */
export async function readToolGrants(db: Db, agent: AgentKey): Promise<UsableGrants> {
  const { rows } = await sql<{ toolId: string | null; connectionId: string | null; provider: string }>`
    select tool_id as "toolId", null as "connectionId", provider from tool_grants where agent_key = ${agent.key}
    union all
    select null, id, provider from connections where org_id = ${agent.orgId}`.execute(db)
  return {
    toolIds: rows.flatMap(({ toolId }) => toolId ?? []),
    connections: Object.fromEntries(
      rows.flatMap(({ connectionId, provider }) => (connectionId === null ? [] : [[connectionId, provider]])),
    ),
  }
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

export async function upsertToolGrant(db: Db, agent: AgentKey, grant: ToolGrantUpsert): Promise<void> {
  const renewed = {
    provider: grant.provider,
    status: 'connected',
    last_error: null,
    tokens: grant.tokens,
    expires_at: grant.expiresAt ?? null,
    last_used_at: null,
    connected_at: grant.now,
    updated_at: grant.now,
  }
  await db
    .insertInto('tool_grants')
    .values({ agent_key: agent.key, tool_id: grant.toolId, ...renewed })
    .onConflict((conflict) => conflict.columns(['agent_key', 'tool_id']).doUpdateSet(renewed))
    .execute()
}

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

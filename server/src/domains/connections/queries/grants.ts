import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { GrantKey, GrantStatus } from '../grant.ts'

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

export async function updateGrantStatus(db: Db, org: OrgKey, key: GrantKey, noted: GrantStatusUpdate): Promise<void> {
  const { table, isIt } = locateGrantRow(org, key)
  await sql`update ${table}
               set status = ${noted.status}, last_error = ${noted.lastError ?? null}, updated_at = ${noted.now},
                   last_used_at = coalesce(${noted.usedAt ?? null}::timestamptz, last_used_at)
             where ${isIt}`.execute(db)
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

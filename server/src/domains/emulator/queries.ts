import { sql } from 'kysely'
import { batch } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/access.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { EmulatorSession, MintedGrant } from './grant.ts'

export type LinkRow = {
  id: string
  label: string | null
  draftId: string | null
  createdAt: Date
  expiresAt: Date | null
}

export async function insertGrant(
  db: Db,
  agent: AgentKey,
  minted: MintedGrant,
  { label, draftId }: { label?: string | undefined; draftId?: string | undefined } = {},
): Promise<void> {
  await db
    .insertInto('emulator_grants')
    .values({
      agent_key: agent.key,
      id: minted.id,
      kind: minted.kind,
      label: label ?? null,
      draft_id: draftId ?? null,
      hash: minted.hash,
      expires_at: minted.expiresAt,
      created_at: minted.now,
    })
    .execute()
}

export async function listEmulatorLinks(db: Db, agent: AgentKey): Promise<LinkRow[]> {
  return db
    .selectFrom('emulator_grants')
    .select(['id', 'label', 'draft_id as draftId', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('agent_key', '=', agent.key)
    .where('kind', '=', 'link')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function deleteEmulatorLink(db: Db, agent: AgentKey, id: string): Promise<boolean> {
  const deletion = await db
    .deleteFrom('emulator_grants')
    .where('agent_key', '=', agent.key)
    .where('kind', '=', 'link')
    .where('id', '=', id)
    .executeTakeFirst()
  return deletion.numDeletedRows > 0n
}

export async function readEmulatorSession(
  db: Db,
  agent: AgentKey,
): Promise<Omit<EmulatorSession, 'expiresAt'> | undefined> {
  const row = await db
    .selectFrom('agents')
    .innerJoin('orgs', 'orgs.id', 'agents.org_id')
    .select(['agents.id as agentId', 'agents.name as agentName', 'orgs.id as orgId', 'orgs.name as orgName'])
    .where('agent_key', '=', agent.key)
    .executeTakeFirst()
  return row && { org: { id: row.orgId, name: row.orgName }, agent: { id: row.agentId, name: row.agentName } }
}

/** @serves all tenants */
export function createGrantFinder(db: Db): (hash: Buffer) => Promise<(Caller & { kind: 'emulator' }) | undefined> {
  return batch(async (hashes: Buffer[]) => {
    const rows = await db
      .selectFrom('emulator_grants')
      .innerJoin('agents', 'agents.agent_key', 'emulator_grants.agent_key')
      .select([
        'hash',
        'emulator_grants.id',
        'draft_id',
        'expires_at',
        'agents.agent_key',
        'agents.id as agent_id',
        'org_id',
      ])
      .where('hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
      .execute()
    return hashes.map((hash) => {
      const row = rows.find((row) => row.hash.equals(hash))
      if (!row) return undefined
      const { id, org_id, agent_key, agent_id, expires_at, draft_id } = row
      const expiry = { ...(expires_at && { expiresAt: expires_at }), ...(draft_id !== null && { draftId: draft_id }) }
      return { kind: 'emulator', id, orgId: org_id, agentKey: agent_key, agentId: agent_id, ...expiry } as const
    })
  })
}

/** @serves all tenants */
export async function deleteExpiredGrants(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('emulator_grants').where('expires_at', '<', now).execute()
}

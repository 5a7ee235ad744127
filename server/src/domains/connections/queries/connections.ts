import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { Connection, GrantStatus, ProviderAccount } from '../connection.ts'

export type StoredConnection = Omit<Connection, 'usedBy'>
type ConnectionRow = Selectable<Tables['connections']>

export async function listConnections(db: Db, org: OrgKey, page: PageQuery): Promise<ListPage<StoredConnection>> {
  const rows = db.selectFrom('connections').selectAll().where('org_id', '=', org.id)
  const found = await pageNewestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toConnection)
}

export async function findConnection(db: Db, org: OrgKey, id: string): Promise<StoredConnection | undefined> {
  const row = await selectConnection(db, org, id).executeTakeFirst()
  return row && toConnection(row)
}

export async function findConnections(db: Db, org: OrgKey, ids: readonly string[]): Promise<StoredConnection[]> {
  const rows = db.selectFrom('connections').selectAll().where('org_id', '=', org.id).where('id', 'in', ids)
  return ids.length === 0 ? [] : (await rows.execute()).map(toConnection)
}

export async function lockConnection(db: Db, org: OrgKey, id: string): Promise<StoredConnection | undefined> {
  const row = await selectConnection(db, org, id).forUpdate().executeTakeFirst()
  return row && toConnection(row)
}

function selectConnection(db: Db, org: OrgKey, id: string) {
  return db.selectFrom('connections').selectAll().where('org_id', '=', org.id).where('id', '=', id)
}

/**
 * Returns whether the org still exists, and locks it so that no one else adds a connection until the transaction ends.
 */
export async function shareLockOrg(db: Db, org: OrgKey): Promise<boolean> {
  const row = await db.selectFrom('orgs').select('id').where('id', '=', org.id).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

export async function findConnectionByAccount(
  db: Db,
  org: OrgKey,
  provider: string,
  accountKey: string | undefined,
): Promise<StoredConnection | undefined> {
  if (accountKey === undefined) return undefined
  const row = await db
    .selectFrom('connections')
    .selectAll()
    .where('org_id', '=', org.id)
    .where('provider', '=', provider)
    .where('account_key', '=', accountKey)
    .forUpdate()
    .executeTakeFirst()
  return row && toConnection(row)
}

type ConnectionUpsert = {
  id: string
  provider: string
  label: string
  account?: ProviderAccount
  tokens: Buffer
  expiresAt?: Date
}

export async function upsertConnection(
  db: Db,
  org: OrgKey,
  connection: ConnectionUpsert & { now: Date },
): Promise<void> {
  const renewed = {
    label: connection.label,
    account_label: connection.account?.label ?? null,
    status: 'connected',
    last_error: null,
    tokens: connection.tokens,
    expires_at: connection.expiresAt ?? null,
    updated_at: connection.now,
  }
  await db
    .insertInto('connections')
    .values({
      org_id: org.id,
      id: connection.id,
      provider: connection.provider,
      account_key: connection.account?.key ?? null,
      created_at: connection.now,
      ...renewed,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(renewed))
    .execute()
}

function toConnection(row: ConnectionRow): StoredConnection {
  return {
    id: row.id,
    provider: row.provider,
    label: row.label,
    accountLabel: row.account_label ?? undefined,
    status: row.status as GrantStatus,
    lastError: row.last_error ?? undefined,
    expiresAt: row.expires_at?.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString(),
  }
}

type BrokenConnection = { id: string; label: string; status: string; updatedAt: Date }
type BrokenGrant = { agentId: string; toolId: string; status: string; updatedAt: Date }

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

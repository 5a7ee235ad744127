import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { newestFirst } from '../../../platform/db/newest-first.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/http/page.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { Connection } from '../connection.ts'
import type { Account, GrantStatus } from '../grant.ts'

/** A connection without those who use it. */
export type OwnConnection = Omit<Connection, 'usedBy'>
type ConnectionRow = Selectable<Tables['connections']>

export async function listConnections(db: Db, org: OrgKey, page: PageQuery): Promise<Page<OwnConnection>> {
  const rows = db.selectFrom('connections').selectAll().where('org_id', '=', org.id)
  const found = await newestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return pageOf(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toConnection)
}

export async function findConnection(db: Db, org: OrgKey, id: string): Promise<OwnConnection | undefined> {
  const row = await one(db, org, id).executeTakeFirst()
  return row && toConnection(row)
}

/** Those of the named ones that the org has. */
export async function findConnections(db: Db, org: OrgKey, ids: readonly string[]): Promise<OwnConnection[]> {
  const rows = db.selectFrom('connections').selectAll().where('org_id', '=', org.id).where('id', 'in', ids)
  return ids.length === 0 ? [] : (await rows.execute()).map(toConnection)
}

export async function lockConnection(db: Db, org: OrgKey, id: string): Promise<OwnConnection | undefined> {
  const row = await one(db, org, id).forUpdate().executeTakeFirst()
  return row && toConnection(row)
}

function one(db: Db, org: OrgKey, id: string) {
  return db.selectFrom('connections').selectAll().where('org_id', '=', org.id).where('id', '=', id)
}

/** Whether the org is still there; nobody else connects anything to it until the transaction ends. */
export async function holdOrg(db: Db, org: OrgKey): Promise<boolean> {
  const row = await db.selectFrom('orgs').select('id').where('id', '=', org.id).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

export async function findByAccount(
  db: Db,
  org: OrgKey,
  provider: string,
  accountKey: string | undefined,
): Promise<OwnConnection | undefined> {
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

type Kept = { id: string; provider: string; label: string; account?: Account; tokens: Buffer; expiresAt?: Date }

/** Adds a connection, or gives one that is there its new tokens. */
export async function keepConnection(db: Db, org: OrgKey, kept: Kept & { now: Date }): Promise<void> {
  const renewed = {
    label: kept.label,
    account_label: kept.account?.label ?? null,
    status: 'connected',
    last_error: null,
    tokens: kept.tokens,
    expires_at: kept.expiresAt ?? null,
    updated_at: kept.now,
  }
  await db
    .insertInto('connections')
    .values({
      org_id: org.id,
      id: kept.id,
      provider: kept.provider,
      account_key: kept.account?.key ?? null,
      created_at: kept.now,
      ...renewed,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet(renewed))
    .execute()
}

function toConnection(row: ConnectionRow): OwnConnection {
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

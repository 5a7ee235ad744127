import type { Selectable } from 'kysely'
import { batch } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { pageNewestFirst } from '../../../platform/db/newest-first.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { Tables } from '../../../platform/db/tables.generated.ts'
import { type Caller, expandScopes, roleOfScopes, type Scope } from '../../../platform/http/access.ts'
import { type ListPage, type PageQuery, toListPage } from '../../../platform/http/page.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import { type ApiKey, type ApiKeyCreate, type ApiKeyPatch, type MintedKey, normalizeScopes } from './api-key.ts'

type KeyRow = Omit<Selectable<Tables['api_keys']>, 'hash'>
const listedColumns = [
  'org_id', 'id', 'name', 'description', 'prefix', 'scopes', 'expires_at', 'last_used_at', 'created_at', 'updated_at',
] as const // biome-ignore format: one list

export async function insertKey(
  db: Db,
  org: OrgKey,
  minted: MintedKey & { request: ApiKeyCreate; now: Date },
): Promise<ApiKey> {
  const { request, now } = minted
  const row = await db
    .insertInto('api_keys')
    .values({
      org_id: org.id,
      id: minted.id,
      name: request.name,
      description: request.description ?? null,
      prefix: minted.prefix,
      hash: minted.hash,
      scopes: normalizeScopes(request.scopes),
      expires_at: request.expiresAt ? new Date(request.expiresAt) : null,
      created_at: now,
      updated_at: now,
    })
    .returning(listedColumns)
    .executeTakeFirstOrThrow()
  return toApiKey(row)
}

export async function listKeys(db: Db, org: OrgKey, page: PageQuery): Promise<ListPage<ApiKey>> {
  const rows = db.selectFrom('api_keys').select(listedColumns).where('org_id', '=', org.id)
  const found = await pageNewestFirst(rows, page, { at: 'created_at', id: 'id' }).execute()
  return toListPage(found, page.limit, (row) => ({ at: row.created_at, id: row.id }), toApiKey)
}

export async function findKey(db: Db, org: OrgKey, id: string): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select(listedColumns)
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toApiKey(row)
}

export async function lockKey(db: Db, org: OrgKey, id: string): Promise<ApiKey | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select(listedColumns)
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toApiKey(row)
}

export async function updateKey(db: Db, org: OrgKey, id: string, change: ApiKeyPatch & { now: Date }): Promise<ApiKey> {
  const { name, description, scopes, expiresAt, now } = change
  const row = await db
    .updateTable('api_keys')
    .set({
      name,
      description,
      scopes: scopes && normalizeScopes(scopes),
      expires_at: typeof expiresAt === 'string' ? new Date(expiresAt) : expiresAt,
      updated_at: now,
    })
    .where('org_id', '=', org.id)
    .where('id', '=', id)
    .returning(listedColumns)
    .executeTakeFirstOrThrow()
  return toApiKey(row)
}

export async function deleteKey(db: Db, org: OrgKey, id: string): Promise<void> {
  await db.deleteFrom('api_keys').where('org_id', '=', org.id).where('id', '=', id).execute()
}

export type ActiveKey = { caller: Caller & { kind: 'key' }; expiresAt: Date | null; lastUsedAt: Date | null }

const keysByHash = defineStatement({
  name: 'keys_by_hash',
  parameters: { hashes: 'text[]' },
  text: `select encode(hash, 'hex') as hex, id, org_id, scopes, expires_at, last_used_at
           from api_keys
          where hash in (select decode(hex, 'hex') from unnest(:hashes::text[]) as wanted (hex))`,
})

/**
 * Finds keys by their hex hash, in batches. Nothing is cached, so a revoked key is rejected on the very next call.
 * @serves all tenants
 */
export function createKeyFinder(db: Db): (hash: string) => Promise<ActiveKey | undefined> {
  return batch(async (hashes: string[]) => {
    const rows = await runPrepared<ActiveKeyRow>(db, keysByHash({ hashes: [...new Set(hashes)] }))
    const found = new Map(rows.map((row) => [row.hex, toActiveKey(row)]))
    return hashes.map((hash) => found.get(hash))
  })
}

type ActiveKeyRow = { hex: string } & Pick<
  Selectable<Tables['api_keys']>,
  'id' | 'org_id' | 'scopes' | 'expires_at' | 'last_used_at'
>

function toActiveKey(row: ActiveKeyRow): ActiveKey {
  const held = row.scopes as Scope[]
  const caller = {
    kind: 'key',
    id: row.id,
    orgId: row.org_id,
    role: roleOfScopes(held),
    scopes: expandScopes(held),
  } as const
  return { caller, expiresAt: row.expires_at, lastUsedAt: row.last_used_at }
}

/** @serves all tenants */
export async function touchKey(db: Db, orgId: string, id: string, now: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: now }).where('org_id', '=', orgId).where('id', '=', id).execute()
}

function toApiKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? undefined,
    prefix: row.prefix,
    scopes: row.scopes as Scope[],
    expiresAt: row.expires_at?.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

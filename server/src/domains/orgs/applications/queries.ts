import { sql } from 'kysely'
import { batch } from '../../../platform/db/batch.ts'
import type { Db } from '../../../platform/db/database.ts'
import { runPrepared } from '../../../platform/db/prepared.ts'
import { defineStatement } from '../../../platform/db/statement.ts'
import type { AgentLimit, Role, Scope } from '../../../platform/http/access.ts'
import type { OrgKey } from '../../../platform/http/route.ts'
import type { RegisteredClient } from './client.ts'

/** Registrations that no member has allowed yet; the oldest makes room for a new one. */
const maxUnconfirmedClients = 1000

type NewClient = RegisteredClient & { now: Date; expiresAt: Date }

/** @serves all tenants: an application registers before any member decides about it */
export async function insertClient(db: Db, { id, name, redirectUris, now, expiresAt }: NewClient): Promise<void> {
  await sql`
    delete from oauth_clients where id in (
      select id from oauth_clients where confirmed_at is null
       order by created_at desc, id desc offset ${maxUnconfirmedClients - 1})`.execute(db)
  await db
    .insertInto('oauth_clients')
    .values({ id, name, redirect_uris: redirectUris, created_at: now, expires_at: expiresAt })
    .execute()
}

/** @serves all tenants */
export async function findClient(db: Db, id: string, now: Date): Promise<RegisteredClient | undefined> {
  const row = await db
    .selectFrom('oauth_clients')
    .select(['id', 'name', 'redirect_uris as redirectUris'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row
}

/** @serves all tenants */
export async function extendClient(db: Db, id: string, { now, until }: { now: Date; until: Date }): Promise<void> {
  await db
    .updateTable('oauth_clients')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})`, expires_at: sql`greatest(expires_at, ${until})` })
    .where('id', '=', id)
    .execute()
}

/** A member who allows something, as their session proves it. */
export type ConsentingMember = { userId: string; epoch: number; openId?: number }

export type NewCode = ConsentingMember & {
  hash: Buffer
  clientId: string
  redirectUri: string
  codeChallenge: string
  scopes: readonly Scope[]
  expiresAt: Date
}

export async function insertCode(db: Db, org: OrgKey, code: NewCode): Promise<void> {
  await db
    .insertInto('oauth_codes')
    .values({
      hash: code.hash,
      org_id: org.id,
      user_id: code.userId,
      client_id: code.clientId,
      redirect_uri: code.redirectUri,
      code_challenge: code.codeChallenge,
      scopes: [...code.scopes],
      epoch: code.epoch,
      open_id: code.openId,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** `isValid`: the member still has the password, or the issuer's proof, with which they allowed it. */
export type StoredCode = Omit<NewCode, 'openId'> & {
  orgId: string
  openId: number | null
  grantId: string | null
  isValid: boolean
}

const isStillValid = (allowed: string) =>
  sql<boolean>`(${sql.ref(`${allowed}.epoch`)} = members.session_epoch
    and (${sql.ref(`${allowed}.open_id`)} is null or ${sql.ref(`${allowed}.open_id`)} = users.session_epoch))`

/** @serves all tenants: the code alone says whose it is */
export async function lockCode(db: Db, hash: Buffer): Promise<StoredCode | undefined> {
  const row = await db
    .selectFrom('oauth_codes as code')
    .innerJoin('members', (join) =>
      join.onRef('members.org_id', '=', 'code.org_id').onRef('members.user_id', '=', 'code.user_id'),
    )
    .innerJoin('users', 'users.id', 'code.user_id')
    .select(['code.hash', 'code.org_id as orgId', 'code.user_id as userId', 'code.client_id as clientId'])
    .select(['code.redirect_uri as redirectUri', 'code.code_challenge as codeChallenge', 'code.scopes'])
    .select(['code.epoch', 'code.open_id as openId', 'code.grant_id as grantId', 'code.expires_at as expiresAt'])
    .select(isStillValid('code').as('isValid'))
    .where('code.hash', '=', hash)
    .forUpdate('code')
    .executeTakeFirst()
  return row && { ...row, scopes: row.scopes as Scope[] }
}

export async function markCodeUsed(db: Db, org: OrgKey, hash: Buffer, grantId: string): Promise<void> {
  await db
    .updateTable('oauth_codes')
    .set({ grant_id: grantId })
    .where('org_id', '=', org.id)
    .where('hash', '=', hash)
    .execute()
}

/** Connections of one application to one member; the oldest makes room for a new one. */
const maxGrantsPerClient = 10

type NewGrant = Omit<ConsentingMember, 'openId'> & {
  id: string
  openId: number | null
  clientId: string
  scopes: readonly Scope[]
  now: Date
  expiresAt: Date
}

export async function insertApplication(db: Db, org: OrgKey, grant: NewGrant): Promise<void> {
  const { id, userId, clientId, scopes, epoch, openId, now, expiresAt } = grant
  await sql`
    delete from oauth_grants where org_id = ${org.id} and user_id = ${userId} and id in (
      select id from oauth_grants where org_id = ${org.id} and user_id = ${userId} and client_id = ${clientId}
       order by last_used_at desc, id desc offset ${maxGrantsPerClient - 1})`.execute(db)
  await db
    .insertInto('oauth_grants')
    .values({
      ...{ org_id: org.id, user_id: userId, id, client_id: clientId, scopes: [...scopes], epoch, open_id: openId },
      ...{ created_at: now, last_used_at: now, expires_at: expiresAt },
    })
    .execute()
}

/** The grant of an application, within its org. */
export type ApplicationKey = { orgId: string; userId: string; id: string }
type MemberGrant = Omit<ApplicationKey, 'orgId'>
export type OAuthTokenKind = 'access' | 'refresh'

export async function insertTokens(
  db: Db,
  org: OrgKey,
  { userId: user_id, id: grant_id }: MemberGrant,
  tokens: readonly { hash: Buffer; kind: OAuthTokenKind; expiresAt: Date }[],
): Promise<void> {
  await db
    .insertInto('oauth_tokens')
    .values(
      tokens.map(({ hash, kind, expiresAt }) => ({
        hash,
        org_id: org.id,
        user_id,
        grant_id,
        kind,
        expires_at: expiresAt,
      })),
    )
    .execute()
}

export type StoredToken = {
  grant: ApplicationKey
  clientId: string
  scopes: Scope[]
  kind: OAuthTokenKind
  usedAt: Date | null
  expiresAt: Date
  isValid: boolean
}

/**
 * Locks the grant, so that of two concurrent uses of a refresh token the second sees the first.
 * @serves all tenants: the token alone says whose it is
 */
export async function lockGrantOfToken(db: Db, hash: Buffer): Promise<StoredToken | undefined> {
  await sql`
    select from oauth_grants as held join oauth_tokens as token
        on (token.org_id, token.user_id, token.grant_id) = (held.org_id, held.user_id, held.id)
     where token.hash = ${hash} for update of held`.execute(db)
  const row = await db
    .selectFrom('oauth_tokens as token')
    .innerJoin('oauth_grants as held', (join) =>
      join
        .onRef('held.org_id', '=', 'token.org_id')
        .onRef('held.user_id', '=', 'token.user_id')
        .onRef('held.id', '=', 'token.grant_id'),
    )
    .innerJoin('members', (join) =>
      join.onRef('members.org_id', '=', 'held.org_id').onRef('members.user_id', '=', 'held.user_id'),
    )
    .innerJoin('users', 'users.id', 'held.user_id')
    .select(['held.org_id as orgId', 'held.user_id as userId', 'held.id', 'held.client_id as clientId', 'held.scopes'])
    .select(['token.kind', 'token.used_at as usedAt', 'token.expires_at as expiresAt'])
    .select(isStillValid('held').as('isValid'))
    .where('token.hash', '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  const { orgId, userId, id, scopes, kind, ...rest } = row
  return { ...rest, grant: { orgId, userId, id }, scopes: scopes as Scope[], kind: kind as OAuthTokenKind }
}

export async function markTokenUsed(db: Db, org: OrgKey, hash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('oauth_tokens')
    .set({ used_at: now })
    .where('org_id', '=', org.id)
    .where('hash', '=', hash)
    .execute()
}

export async function deleteToken(db: Db, org: OrgKey, hash: Buffer): Promise<void> {
  await db.deleteFrom('oauth_tokens').where('org_id', '=', org.id).where('hash', '=', hash).execute()
}

type GrantUse = { now: Date; expiresAt?: Date }

export async function touchApplication(
  db: Db,
  org: OrgKey,
  { userId, id }: MemberGrant,
  { now, expiresAt }: GrantUse,
): Promise<void> {
  await db
    .updateTable('oauth_grants')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('org_id', '=', org.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Its tokens go with it. */
export async function deleteApplication(db: Db, org: OrgKey, { userId, id }: MemberGrant): Promise<boolean> {
  const row = await db
    .deleteFrom('oauth_grants')
    .where('org_id', '=', org.id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type StoredApplication = {
  id: string
  name: string
  redirectUris: string[]
  scopes: string[]
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

const maxListed = 200

/** Returns the grants that still work, most recently used first. */
export async function listApplications(db: Db, org: OrgKey, userId: string, now: Date): Promise<StoredApplication[]> {
  return db
    .selectFrom('oauth_grants as held')
    .innerJoin('oauth_clients as client', 'client.id', 'held.client_id')
    .innerJoin('members', (join) =>
      join.onRef('members.org_id', '=', 'held.org_id').onRef('members.user_id', '=', 'held.user_id'),
    )
    .innerJoin('users', 'users.id', 'held.user_id')
    .select(['held.id', 'client.name', 'client.redirect_uris as redirectUris', 'held.scopes'])
    .select(['held.created_at as createdAt', 'held.last_used_at as lastUsedAt', 'held.expires_at as expiresAt'])
    .where('held.org_id', '=', org.id)
    .where('held.user_id', '=', userId)
    .where('held.expires_at', '>', now)
    .where(isStillValid('held'))
    .orderBy('held.last_used_at', 'desc')
    .orderBy('held.id', 'desc')
    .limit(maxListed)
    .execute()
}

export type ActiveApplication = AgentLimit & {
  key: ApplicationKey
  role: Role
  scopes: Scope[]
  epoch: number
  openId?: number
  expiresAt: Date
  lastUsedAt: Date
}

const grantsByAccessToken = defineStatement({
  name: 'grants_by_access_token',
  parameters: { hashes: 'text[]' },
  text: `select encode(token.hash, 'hex') as hex, held.org_id, held.user_id, held.id, held.scopes, held.epoch::float8,
                held.open_id::float8, held.last_used_at, token.expires_at, members.role,
                members.agent_keys
           from oauth_tokens as token
           join oauth_grants as held
             on held.org_id = token.org_id and held.user_id = token.user_id and held.id = token.grant_id
           join members on members.org_id = held.org_id and members.user_id = held.user_id
           join users on users.id = held.user_id
          where token.hash in (select decode(hex, 'hex') from unnest(:hashes::text[]) as wanted (hex))
            and token.kind = 'access' and held.epoch = members.session_epoch
            and (held.open_id is null or held.open_id = users.session_epoch)`,
})

type ActiveGrantRow = {
  hex: string
  org_id: string
  user_id: string
  id: string
  scopes: string[]
  epoch: number
  open_id: number | null
  last_used_at: Date
  expires_at: Date
  role: string
  agent_keys: number[] | null
}

/**
 * Finds grants by the hex hash of their access tokens, in batches and never cached: a revoked grant, a removed member
 * and a lower role count from the next call on.
 * @serves all tenants
 */
export function createApplicationFinder(db: Db): (hash: string) => Promise<ActiveApplication | undefined> {
  return batch(async (hashes: string[]) => {
    const rows = await runPrepared<ActiveGrantRow>(db, grantsByAccessToken({ hashes: [...new Set(hashes)] }))
    const found = new Map(rows.map((row) => [row.hex, toActiveGrant(row)]))
    return hashes.map((hash) => found.get(hash))
  })
}

function toActiveGrant(row: ActiveGrantRow): ActiveApplication {
  return {
    key: { orgId: row.org_id, userId: row.user_id, id: row.id },
    role: row.role as Role,
    scopes: row.scopes as Scope[],
    epoch: row.epoch,
    ...(row.open_id !== null && { openId: row.open_id }),
    ...(row.agent_keys && { agentKeys: row.agent_keys }),
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}

/** Deletes expired codes, tokens, grants and registrations. @serves all tenants */
export async function purgeExpiredApplications(db: Db, now: Date): Promise<void> {
  for (const table of ['oauth_codes', 'oauth_tokens', 'oauth_grants', 'oauth_clients'] as const)
    await db.deleteFrom(table).where('expires_at', '<', now).execute()
}

import { LruCache } from '@parley/findings'
import { decodeJwt } from 'jose'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, scopesOfRole } from '../../platform/http/access.ts'
import type { AuthorizeDeps } from '../../platform/http/authorize.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { hashToken, hashTokenHex } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import type { OidcIssuer } from './accounts/oidc/issuer.ts'
import { createMembershipFinder, type Membership } from './accounts/queries.ts'
import { verifyByIssuer } from './accounts/routes/verify-sign-in.ts'
import { type SessionClaims, sessionIssuer, verifySessionToken } from './accounts/session-token.ts'
import { touchSession } from './accounts/sessions/queries.ts'
import { limitToRole } from './applications/authorization.ts'
import { type ApplicationKey, createApplicationFinder, touchApplication } from './applications/queries.ts'
import { accessTokenPrefix } from './applications/tokens.ts'
import { apiKeyPrefix } from './keys/api-key.ts'
import { createKeyFinder, touchKey } from './keys/queries.ts'
import { findSystemKey } from './system/queries.ts'
import { systemKeyPrefix } from './system/system-org.ts'

export type AuthenticateDeps = { db: Db; world: World; keyring: Keyring; oidc?: OidcIssuer }

const touchIntervalMs = 60_000

/**
 * Authenticates the tokens of this domain: API key, system key, session token, ID token of the issuer; with `isMcp`,
 * also the access token of a connected application, which is for MCP only.
 */
export function createAuthenticator(deps: AuthenticateDeps): AuthorizeDeps['authenticate'] {
  const { db } = deps
  const findKey = createKeyFinder(db)
  const findMember = createMembershipFinder(db)
  const findGrant = createApplicationFinder(db)
  const touch = createTouch(deps, (key: { id: string; orgId: string }, now) => touchKey(db, key.orgId, key.id, now))
  const touchOwn = createTouch(deps, ({ id, orgId, userId }: { id: string; orgId: string; userId: string }, now) =>
    touchSession(db, { id: orgId }, userId, { id, now }),
  )

  const touchOften = createTouch(deps, (grant: ApplicationKey, now) =>
    touchApplication(db, { id: grant.orgId }, grant, { now }),
  )

  async function byKey(token: string): Promise<Caller | undefined> {
    const key = await findKey(hashTokenHex(token))
    if (!key || (key.expiresAt && key.expiresAt <= deps.world.now())) return undefined
    touch(key.caller, key.lastUsedAt)
    return key.caller
  }

  async function byJwt(token: string): Promise<Caller | undefined> {
    const session = await resolveSession(token, deps)
    const member = session && (await findMember(session))
    if (member?.id !== undefined) touchOwn({ ...member, id: member.id }, member.lastUsedAt ?? null)
    return member && toUserCaller(member)
  }

  async function bySystemKey(token: string): Promise<Caller | undefined> {
    const id = await findSystemKey(db, hashToken(token))
    return id === undefined ? undefined : { kind: 'system', id }
  }

  async function byApplication(token: string): Promise<Caller | undefined> {
    const grant = await findGrant(hashTokenHex(token))
    if (!grant || grant.expiresAt <= deps.world.now()) return undefined
    const { key, epoch, openId, agentKeys } = grant
    touchOften(key, grant.lastUsedAt)
    const held = limitToRole(grant.scopes, grant.role)
    const limit = agentKeys && { agentKeys }
    const user = { id: key.userId, orgId: key.orgId, sysop: false, epoch, openId, ...held, ...limit }
    return { kind: 'user', ...user, applicationId: key.id }
  }

  return async (token, isMcp = false) => {
    if (token.startsWith(accessTokenPrefix)) return isMcp ? byApplication(token) : undefined
    if (token.startsWith(apiKeyPrefix)) return byKey(token)
    return token.startsWith(systemKeyPrefix) ? bySystemKey(token) : byJwt(token)
  }
}

function toUserCaller({ userId, orgId, role, sysop, agentKeys, epoch, openId, id: sessionId }: Membership): Caller {
  const limit = agentKeys && { agentKeys }
  return {
    kind: 'user',
    id: userId,
    orgId,
    role,
    sysop,
    epoch,
    openId,
    sessionId,
    scopes: scopesOfRole(role),
    ...limit,
  }
}

async function resolveSession(
  token: string,
  { db, world, keyring, oidc }: AuthenticateDeps,
): Promise<SessionClaims | undefined> {
  const issuer = issuerOf(token)
  if (issuer === sessionIssuer) return verifySessionToken(token, keyring, world.now())
  if (!oidc || issuer !== oidc.issuer) return undefined
  const { account, entered } = await verifyByIssuer(db, await oidc.emailFromIdToken(token, world.now()), undefined)
  return account && entered && { ...entered, userId: account.id }
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}

type Touch<Used> = (used: Used, lastUsedAt: Date | null) => void

/** Records the last use of a key or session, at most once a minute and without delaying the call. */
function createTouch<Used extends { id: string }>(
  { world }: AuthenticateDeps,
  note: (used: Used, now: Date) => Promise<void>,
): Touch<Used> {
  const touched = new LruCache<string, number>(10_000)
  return (used, lastUsedAt) => {
    const now = world.now()
    const last = Math.max(touched.get(used.id) ?? 0, lastUsedAt?.getTime() ?? 0)
    if (now.getTime() - last < touchIntervalMs) return
    touched.set(used.id, now.getTime())
    // If this fails, the next call a minute later records the use.
    note(used, now).catch(() => {})
  }
}

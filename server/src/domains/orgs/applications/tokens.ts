import { hash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Role, Scope } from '../../../platform/http/access.ts'
import type { RequestFacts } from '../../../platform/http/route.ts'
import { generateToken, hashToken } from '../../../platform/secrets/tokens.ts'
import { dayMilliseconds, type World } from '../../../platform/world.ts'
import { createAuditor } from '../audit/auditor.ts'
import { type GenuineRequest, grantableScopes } from './authorization.ts'
import { OAuthRefusal } from './client.ts'
import {
  type ApplicationKey,
  type ConsentingMember,
  deleteApplication,
  deleteToken,
  extendClient,
  insertApplication,
  insertCode,
  insertTokens,
  lockCode,
  lockGrantOfToken,
  markCodeUsed,
  markTokenUsed,
  touchApplication,
} from './queries.ts'

/** Codes, access tokens and refresh tokens: random, stored as hashes, each with its lifetime. */

export const accessTokenPrefix = 'mcp-at-'
const refreshTokenPrefix = 'mcp-rt-'
const codePrefix = 'mcp-ac-'

const codeSeconds = 60
const accessTokenSeconds = 1800
/** Each refresh starts it again: an application that nobody uses for a month must ask again. */
const grantDays = 30
/** A registration outlives its grants, so that the application can ask again without registering again. */
const clientDays = 90

const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

export type TokenContext = { db: Db; world: World; request: Pick<RequestFacts, 'id' | 'ip'> }

export type TokenResponse = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

type Consent = { orgId: string; role: Role; scopes: readonly Scope[] } & ConsentingMember

/** Issues a code for what the member allowed; scopes beyond the request or the role are dropped. */
export async function issueCode(
  db: Db,
  request: GenuineRequest & { codeChallenge: string },
  { orgId, role, scopes, ...member }: Consent,
  world: World,
): Promise<string> {
  const code = generateToken(world, codePrefix)
  const grantable = grantableScopes(request, role)
  await insertCode(
    db,
    { id: orgId },
    {
      ...member,
      hash: hashToken(code),
      clientId: request.client.id,
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge,
      scopes: grantable.filter((scope) => scopes.includes(scope)),
      expiresAt: after(world.now(), codeSeconds * 1000),
    },
  )
  return code
}

/** The result of a transaction that must commit even when it refuses: the refusal revokes something. */
type Outcome = TokenResponse | OAuthRefusal

const invalidGrant = (description: string) => new OAuthRefusal('invalid_grant', description)

async function commitOutcome(db: Db, act: (tx: Db) => Promise<Outcome>): Promise<TokenResponse> {
  const outcome = await inTransaction(db, act)
  if (outcome instanceof OAuthRefusal) throw outcome
  return outcome
}

export type CodeExchange = { code: string; clientId: string; redirectUri: string; codeVerifier: string }

export function exchangeAuthorizationCode(sent: CodeExchange, context: TokenContext): Promise<TokenResponse> {
  const { world } = context
  return commitOutcome(context.db, async (tx) => {
    const now = world.now()
    const code = await lockCode(tx, hashToken(sent.code))
    if (!code || code.expiresAt <= now) return invalidGrant('The code is unknown or has expired')
    if (code.clientId !== sent.clientId) return invalidGrant('The code belongs to another client')
    const { orgId, userId } = code
    if (code.grantId !== null) {
      const grant = { orgId, userId, id: code.grantId }
      await revokeGrant(tx, grant, 'Disconnect an application whose code was used twice', context)
      return invalidGrant('The code was already used')
    }
    if (code.redirectUri !== sent.redirectUri) return invalidGrant('redirect_uri differs from that of the request')
    if (!matchesChallenge(sent.codeVerifier, code.codeChallenge)) return invalidGrant('code_verifier is wrong')
    if (!code.isValid) return invalidGrant('The member must allow it again')
    const grant = { orgId, userId, id: world.newId('app') }
    const expiresAt = after(now, grantDays * dayMilliseconds)
    const { clientId, scopes, epoch, openId } = code
    await insertApplication(tx, { id: orgId }, { ...grant, clientId, scopes, epoch, openId, now, expiresAt })
    await markCodeUsed(tx, { id: orgId }, code.hash, grant.id)
    await extendClient(tx, clientId, { now, until: after(now, clientDays * dayMilliseconds) })
    return issueTokens(tx, grant, scopes, world)
  })
}

function matchesChallenge(verifier: string, challenge: string): boolean {
  return /^[\w.~-]{43,128}$/.test(verifier) && hash('sha256', verifier, 'base64url') === challenge
}

export type TokenRefresh = { refreshToken: string; clientId: string; scope?: string }

/** Every refresh token works once. A second use means that two parties hold it, so the whole grant ends. */
export function rotateTokens(sent: TokenRefresh, context: TokenContext): Promise<TokenResponse> {
  const { world } = context
  return commitOutcome(context.db, async (tx) => {
    const now = world.now()
    const tokenHash = hashToken(sent.refreshToken)
    const token = await lockGrantOfToken(tx, tokenHash)
    if (token?.kind !== 'refresh') return invalidGrant('The refresh token is unknown, revoked or has expired')
    if (token.clientId !== sent.clientId) return invalidGrant('The refresh token belongs to another client')
    if (token.usedAt !== null) {
      await revokeGrant(tx, token.grant, 'Disconnect an application whose refresh token was used twice', context)
      return invalidGrant('The refresh token was already used; the access has been revoked')
    }
    if (token.expiresAt <= now || !token.isValid)
      return invalidGrant('The refresh token is unknown, revoked or has expired')
    const beyond = (sent.scope ?? '').split(' ').find((name) => name !== '' && !token.scopes.includes(name as Scope))
    if (beyond !== undefined) return new OAuthRefusal('invalid_scope', 'scope exceeds what the member allowed')
    const org = { id: token.grant.orgId }
    await markTokenUsed(tx, org, tokenHash, now)
    await touchApplication(tx, org, token.grant, { now, expiresAt: after(now, grantDays * dayMilliseconds) })
    await extendClient(tx, token.clientId, { now, until: after(now, clientDays * dayMilliseconds) })
    return issueTokens(tx, token.grant, token.scopes, world)
  })
}

async function issueTokens(
  tx: Db,
  grant: ApplicationKey,
  scopes: readonly Scope[],
  world: World,
): Promise<TokenResponse> {
  const now = world.now()
  const [access, refresh] = [generateToken(world, accessTokenPrefix), generateToken(world, refreshTokenPrefix)]
  await insertTokens(tx, { id: grant.orgId }, grant, [
    { kind: 'access', hash: hashToken(access), expiresAt: after(now, accessTokenSeconds * 1000) },
    { kind: 'refresh', hash: hashToken(refresh), expiresAt: after(now, grantDays * dayMilliseconds) },
  ])
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    refresh_token: refresh,
    scope: scopes.join(' '),
  }
}

/** RFC 7009: an unknown token counts as revoked. A refresh token takes its whole grant with it. */
export async function revokeToken(sent: { token: string; clientId: string }, context: TokenContext): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const tokenHash = hashToken(sent.token)
    const token = await lockGrantOfToken(tx, tokenHash)
    if (!token) return
    if (token.clientId !== sent.clientId)
      throw new OAuthRefusal('invalid_client', 'The token belongs to another client', 401)
    if (token.kind === 'access') return deleteToken(tx, { id: token.grant.orgId }, tokenHash)
    await revokeGrant(tx, token.grant, 'Disconnect an application at its own request', context)
  })
}

/** Written to the member's audit log, because no route of the API does it. */
async function revokeGrant(tx: Db, grant: ApplicationKey, action: string, context: TokenContext): Promise<void> {
  if (!(await deleteApplication(tx, { id: grant.orgId }, grant))) return
  const { id: requestId, ip } = context.request
  const actor = { kind: 'user', id: grant.userId } as const
  const path = `/auth/applications/${grant.id}`
  const entry = {
    orgId: grant.orgId,
    actor,
    via: 'mcp',
    action,
    method: 'DELETE',
    path,
    requestId,
    ip,
    status: 204,
  } as const
  await createAuditor(context.world)(tx, entry)
}

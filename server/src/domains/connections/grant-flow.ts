import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { problem } from '../../platform/http/problem.ts'
import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import type { OAuthProvider } from '../../platform/oauth-providers.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { hashToken } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import { encryptTokens, type NewGrant } from './connection.ts'
import { buildRedirectUri, type ConnectionDeps, type GrantDeps } from './deps.ts'
import { tryRevoke } from './disconnect.ts'
import { publishConnectionStatus } from './grant-status.ts'
import {
  buildAuthorizationUrl,
  describeOAuthError,
  exchangeCode,
  findRegisteredProvider,
  type RegisteredProvider,
} from './protocol.ts'
import { findConnectionByAccount, shareLockOrg, upsertConnection } from './queries/connections.ts'
import { shareLockAgent, upsertToolGrant } from './queries/grants.ts'
import { consumeOAuthState, insertOAuthState, type PendingOAuthState } from './queries/states.ts'

const stateMinutes = 10

type GrantRequest = {
  provider: OAuthProvider
  scopes: readonly string[]
  tool?: { agent: AgentKey; toolId: string }
  label?: string
  returnTo?: string
  createdBy: string
}
type StartDeps = { world: World; keyring: Keyring; publicUrl: string }

/** Starts a grant: stores what the callback needs under the hash of a state that only the browser receives. */
export async function startGrant(tx: Db, org: OrgKey, request: GrantRequest, deps: StartDeps) {
  const { world, keyring } = deps
  const provider = requireClient(request.provider)
  const state = world.randomBytes(32).toString('base64url')
  const verifier = world.randomBytes(32).toString('base64url')
  const hash = hashToken(state)
  await insertOAuthState(tx, org, {
    ...request,
    hash,
    provider: provider.id,
    verifier: keyring.encrypt(verifier, oauthStateAad(hash)),
    expiresAt: new Date(world.now().getTime() + stateMinutes * 60_000),
  })
  const ask = { scopes: request.scopes, state, verifier, redirectUri: buildRedirectUri(deps) }
  return { authorizationUrl: await buildAuthorizationUrl(provider, ask) }
}

function oauthStateAad(hash: Buffer): string {
  return `oauth state ${hash.toString('hex')}`
}

function requireClient(provider: OAuthProvider): RegisteredProvider {
  const registered = findRegisteredProvider([provider], provider.id)
  if (registered) return registered
  const detail = `${provider.name} needs the settings ${provider.settings.join(' and ')}`
  throw problem('oauth.provider_unconfigured', 409, { detail })
}

type FinishDeps = ConnectionDeps & { world: World }

/** Consumes the callback of the browser once; returns undefined when its state is unknown, used or expired. */
export async function completeGrant(
  db: Db,
  parameters: URLSearchParams,
  deps: FinishDeps,
): Promise<{ returnTo?: string; result: GrantResult } | undefined> {
  const given = parameters.get('state')
  const state = given ? await consumeOAuthState(db, hashToken(given), deps.world.now()) : undefined
  return state && { returnTo: state.returnTo, result: await resolveResult(db, state, parameters, deps) }
}

async function resolveResult(
  db: Db,
  state: PendingOAuthState,
  parameters: URLSearchParams,
  deps: FinishDeps,
): Promise<GrantResult> {
  const provider = findRegisteredProvider(deps.providers, state.provider)
  if (!provider) return { reason: 'provider_unconfigured' }
  const error = parameters.get('error')
  if (error !== null) return { reason: error === 'access_denied' ? 'access_denied' : 'provider_error' }
  const granted = await exchangeGrant(provider, state, parameters, deps)
  if (!granted) return { reason: 'exchange_failed' }
  const stored = await storeGrant(db, state, granted, deps)
  if (stored) return stored
  await tryRevoke(provider, granted.tokens, deps)
  return { reason: 'gone' }
}

async function exchangeGrant(
  provider: RegisteredProvider,
  state: PendingOAuthState,
  parameters: URLSearchParams,
  deps: FinishDeps,
): Promise<NewGrant | undefined> {
  const ask = {
    parameters,
    state: parameters.get('state') ?? '',
    verifier: deps.keyring.decrypt(state.verifier, oauthStateAad(state.hash)),
    redirectUri: buildRedirectUri(deps),
    now: deps.world.now(),
  }
  try {
    return await exchangeCode(provider, ask, deps.fetch)
  } catch (error) {
    // The error itself may contain tokens; its reason does not.
    deps.log.warn({ provider: provider.id, reason: describeOAuthError(error) }, 'a grant could not be completed')
    return undefined
  }
}

type StoreGrantDeps = GrantDeps & { world: World }
type GrantedTool = { agent: AgentKey; toolId: string }

/** Stores the grant and returns its id; undefined when its org or agent has been deleted meanwhile. */
function storeGrant(db: Db, state: PendingOAuthState, granted: NewGrant, deps: StoreGrantDeps) {
  const { tool } = state
  return inTransaction<{ connectionId: string } | { toolId: string } | undefined>(db, (tx) =>
    tool ? storeToolGrant(tx, { ...state, tool }, granted, deps) : storeOrgConnection(tx, state, granted, deps),
  )
}

async function storeToolGrant(
  tx: Db,
  state: PendingOAuthState & { tool: GrantedTool },
  granted: NewGrant,
  deps: StoreGrantDeps,
) {
  const { org, provider, tool } = state
  if (!(await shareLockAgent(tx, tool.agent))) return undefined
  const tokens = encryptTokens(deps.keyring, org, tool, granted.tokens)
  const grant = { toolId: tool.toolId, provider, tokens, expiresAt: granted.expiresAt, now: deps.world.now() }
  await upsertToolGrant(tx, tool.agent, grant)
  return { toolId: tool.toolId }
}

/** Granting the same account again renews its connection, so nothing that uses the connection has to change. */
async function storeOrgConnection(
  tx: Db,
  { org, provider, label }: PendingOAuthState,
  granted: NewGrant,
  deps: StoreGrantDeps,
) {
  if (!(await shareLockOrg(tx, org))) return undefined
  const { account, expiresAt } = granted
  const known = await findConnectionByAccount(tx, org, provider, account?.key)
  const id = known?.id ?? deps.world.newId('con')
  const connection = {
    id,
    provider,
    label: label ?? known?.label ?? account?.label ?? provider,
    account,
    tokens: encryptTokens(deps.keyring, org, { connectionId: id }, granted.tokens),
    expiresAt,
    now: deps.world.now(),
  }
  await upsertConnection(tx, org, connection)
  const change = { from: known?.status, to: 'connected' as const }
  await publishConnectionStatus(tx, org, { id, provider, ...change }, deps.announce)
  await deps.onConnected?.(tx, org, id)
  return { connectionId: id }
}

export type GrantResult = { connectionId: string } | { toolId: string } | { reason: string }

/**
 * Returns where to redirect the browser with the result; undefined when that is not allowed and a page is shown
 * instead.
 */
export function buildReturnUrl(returnTo: string | undefined, hosts: readonly string[], result: GrantResult) {
  const url = parseAllowedUrl(returnTo, hosts)
  if (!url) return undefined
  for (const name of ['oauthStatus', 'toolId', 'connectionId', 'reason']) url.searchParams.delete(name)
  url.searchParams.set('oauthStatus', 'reason' in result ? 'error' : 'success')
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value)
  return url.href
}

/** Rejects a backslash or user name in the URL: both have been used to disguise one host as another. */
function parseAllowedUrl(returnTo: string | undefined, hosts: readonly string[]): URL | undefined {
  if (returnTo === undefined || returnTo.includes('\\') || !URL.canParse(returnTo)) return undefined
  const url = new URL(returnTo)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return hosts.includes(url.host) ? url : undefined
}

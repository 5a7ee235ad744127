import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { hashToken } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import { type ConnectionDeps, type GrantDeps, redirectUri } from './deps.ts'
import { tryRevoke } from './disconnect.ts'
import { encryptTokens, type NewGrant } from './grant.ts'
import { describeOAuthError, exchangeCode, findRegisteredProvider, type RegisteredProvider } from './protocol.ts'
import { publishConnectionStatus } from './publish-status.ts'
import { findConnectionByAccount, shareLockOrg, upsertConnection } from './queries/connections.ts'
import { consumeOAuthState, type PendingOAuthState } from './queries/states.ts'
import { shareLockAgent, upsertToolGrant } from './queries/tool-grants.ts'
import { inTransaction } from './queries/transaction.ts'
import type { GrantResult } from './return-to.ts'
import { oauthStateAad } from './start-grant.ts'

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
  const kept = await storeGrant(db, state, granted, deps)
  if (kept) return kept
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
    redirectUri: redirectUri(deps),
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
  const kept = { toolId: tool.toolId, provider, tokens, expiresAt: granted.expiresAt, now: deps.world.now() }
  await upsertToolGrant(tx, tool.agent, kept)
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
  const kept = {
    id,
    provider,
    label: label ?? known?.label ?? account?.label ?? provider,
    account,
    tokens: encryptTokens(deps.keyring, org, { connectionId: id }, granted.tokens),
    expiresAt,
    now: deps.world.now(),
  }
  await upsertConnection(tx, org, kept)
  const change = { from: known?.status, to: 'connected' as const }
  await publishConnectionStatus(tx, org, { id, provider, ...change }, deps.announce)
  await deps.onConnected?.(tx, org, id)
  return { connectionId: id }
}

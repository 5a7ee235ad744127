import type { Db } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import { type ConnectionDeps, redirectUri } from './deps.ts'
import { tryRevoke } from './disconnect.ts'
import type { NewGrant } from './grant.ts'
import { storeGrant } from './keep.ts'
import { describeOAuthError, exchangeCode, findRegisteredProvider, type RegisteredProvider } from './protocol.ts'
import { consumeOAuthState, type PendingOAuthState } from './queries/states.ts'
import type { GrantResult } from './return-to.ts'
import { oauthStateAad } from './start-grant.ts'

type FinishDeps = ConnectionDeps & { world: World }

/** What the browser brought back, once: undefined when its state is unknown, used or too old. */
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
    // The error itself may hold tokens; its reason does not.
    deps.log.warn({ provider: provider.id, reason: describeOAuthError(error) }, 'a grant could not be completed')
    return undefined
  }
}

import type { Db } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import { type ConnectionDeps, redirectUri } from './deps.ts'
import { revokeQuietly } from './disconnect.ts'
import type { Granted } from './grant.ts'
import { keepGranted } from './keep.ts'
import { exchangeCode, type Registered, reasonOf, registeredAt } from './protocol.ts'
import { consumeState, type State } from './queries/states.ts'
import type { Result } from './return-to.ts'
import { aboutState } from './start.ts'

type FinishDeps = ConnectionDeps & { world: World }

/** What the browser brought back, once: undefined when its state is unknown, used or too old. */
export async function finishGrant(
  db: Db,
  parameters: URLSearchParams,
  deps: FinishDeps,
): Promise<{ returnTo?: string; result: Result } | undefined> {
  const given = parameters.get('state')
  const state = given ? await consumeState(db, hashToken(given), deps.world.now()) : undefined
  return state && { returnTo: state.returnTo, result: await resultOf(db, state, parameters, deps) }
}

async function resultOf(db: Db, state: State, parameters: URLSearchParams, deps: FinishDeps): Promise<Result> {
  const provider = registeredAt(deps.providers, state.provider)
  if (!provider) return { reason: 'provider_unconfigured' }
  const error = parameters.get('error')
  if (error !== null) return { reason: error === 'access_denied' ? 'access_denied' : 'provider_error' }
  const granted = await obtain(provider, state, parameters, deps)
  if (!granted) return { reason: 'exchange_failed' }
  const kept = await keepGranted(db, state, granted, deps)
  if (kept) return kept
  await revokeQuietly(provider, granted.tokens, deps)
  return { reason: 'gone' }
}

async function obtain(
  provider: Registered,
  state: State,
  parameters: URLSearchParams,
  deps: FinishDeps,
): Promise<Granted | undefined> {
  const ask = {
    parameters,
    state: parameters.get('state') ?? '',
    verifier: deps.keyring.open(state.verifier, aboutState(state.hash)),
    redirectUri: redirectUri(deps),
    now: deps.world.now(),
  }
  try {
    return await exchangeCode(provider, ask, deps.fetch)
  } catch (error) {
    // The error itself may hold tokens; its reason does not.
    deps.log.warn({ provider: provider.id, reason: reasonOf(error) }, 'a grant could not be completed')
    return undefined
  }
}

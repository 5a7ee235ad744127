import type { Db } from '../../platform/db/database.ts'
import { problem } from '../../platform/http/problem.ts'
import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import type { OAuthProvider } from '../../platform/oauth-providers.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { hashToken } from '../../platform/secrets/tokens.ts'
import type { World } from '../../platform/world.ts'
import { redirectUri } from './deps.ts'
import { buildAuthorizationUrl, findRegisteredProvider, type RegisteredProvider } from './protocol.ts'
import { insertOAuthState } from './queries/states.ts'

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
  const ask = { scopes: request.scopes, state, verifier, redirectUri: redirectUri(deps) }
  return { authorizationUrl: await buildAuthorizationUrl(provider, ask) }
}

export function oauthStateAad(hash: Buffer): string {
  return `oauth state ${hash.toString('hex')}`
}

function requireClient(provider: OAuthProvider): RegisteredProvider {
  const registered = findRegisteredProvider([provider], provider.id)
  if (registered) return registered
  const detail = `${provider.name} needs the settings ${provider.settings.join(' and ')}`
  throw problem('oauth.provider_unconfigured', 409, { detail })
}

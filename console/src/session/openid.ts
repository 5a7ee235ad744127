import type { Schema } from '@parley/sdk'

/**
 * Sign-in at the issuer: the authorization code flow with PKCE. The values to verify on return are stored in the tab.
 */
type PendingSignIn = { state: string; nonce: string; verifier: string; back: string }
const storageKey = 'parley.openid'

export type OpenIdIssuer = NonNullable<Schema<'AuthMethods'>['openId']>

export async function redirectToIssuer(openId: OpenIdIssuer, back: string): Promise<void> {
  const pending = { state: randomToken(), nonce: randomToken(), verifier: randomToken(), back }
  sessionStorage.setItem(storageKey, JSON.stringify(pending))
  const url = new URL(openId.authorizationEndpoint)
  const params = {
    response_type: 'code',
    scope: 'openid email profile',
    client_id: openId.clientId,
    redirect_uri: openId.redirectUri,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await codeChallengeOf(pending.verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  window.location.assign(url)
}

/** Returns and deletes the values stored in this tab; undefined if the state belongs to another sign-in. */
export function takePendingSignIn(state: string | undefined): PendingSignIn | undefined {
  const stored = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  const pending: PendingSignIn | undefined = stored ? JSON.parse(stored) : undefined
  return pending && pending.state === state ? pending : undefined
}

const randomToken = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)))

async function codeChallengeOf(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

import { decodeJwt } from 'jose'
import * as oauth from 'oauth4webapi'
import type { OAuthClient, OAuthProvider } from '../../platform/oauth-providers.ts'
import { oauthErrorCode, oauthRequestOptions } from '../../platform/oauth-requests.ts'
import { OutboundBlockedError, OutboundFailedError } from '../../platform/outbound/index.ts'
import type { NewGrant, OAuthTokens, ProviderAccount } from './connection.ts'

/** The OAuth client: RFC 6749 with PKCE (7636), refresh, revocation (7009) and the issuer check (9207). */

export type RegisteredProvider = OAuthProvider & { client: OAuthClient }

export function findRegisteredProvider(
  providers: readonly OAuthProvider[],
  id: string,
): RegisteredProvider | undefined {
  const provider = providers.find((one) => one.id === id)
  return provider?.client && { ...provider, client: provider.client }
}

const timeoutMilliseconds = 10_000

type AuthorizationRequest = { scopes: readonly string[]; state: string; verifier: string; redirectUri: string }

export async function buildAuthorizationUrl(provider: RegisteredProvider, ask: AuthorizationRequest): Promise<string> {
  const url = new URL(provider.authorizationEndpoint)
  const parameters = {
    ...provider.authorizationParameters,
    response_type: 'code',
    client_id: provider.client.id,
    redirect_uri: ask.redirectUri,
    scope: [...new Set([...provider.baseScopes, ...ask.scopes])].join(' '),
    state: ask.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(ask.verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

type CodeExchange = { parameters: URLSearchParams; state: string; verifier: string; redirectUri: string; now: Date }

export async function exchangeCode(provider: RegisteredProvider, ask: CodeExchange, fetch: typeof globalThis.fetch) {
  const [server, client, proof] = toOAuthParties(provider)
  const checked = oauth.validateAuthResponse(server, client, ask.parameters, ask.state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    proof,
    checked,
    ask.redirectUri,
    ask.verifier,
    oauthRequestOptions(fetch, timeoutMilliseconds),
  )
  const { plain, account } = await extractIdToken(response)
  const answer = await oauth.processAuthorizationCodeResponse(server, client, plain)
  return { ...toGrant(answer, ask.now), ...(account !== undefined && { account }) }
}

type RefreshRequest = { refreshToken: string; now: Date }

export async function refreshTokens(provider: RegisteredProvider, ask: RefreshRequest, fetch: typeof globalThis.fetch) {
  const [server, client, proof] = toOAuthParties(provider)
  const response = await oauth.refreshTokenGrantRequest(
    server,
    client,
    proof,
    ask.refreshToken,
    oauthRequestOptions(fetch, timeoutMilliseconds),
  )
  const { plain } = await extractIdToken(response)
  const granted = toGrant(await oauth.processRefreshTokenResponse(server, client, plain), ask.now)
  // A provider that sends no new refresh token expects the old one to be reused.
  return { ...granted, tokens: { refreshToken: ask.refreshToken, ...granted.tokens } }
}

/** Revokes the grant at the provider, if it supports revocation. */
export async function revokeTokens(provider: RegisteredProvider, tokens: OAuthTokens, fetch: typeof globalThis.fetch) {
  if (!provider.revocationEndpoint) return
  const [server, client, proof] = toOAuthParties(provider)
  const token = tokens.refreshToken ?? tokens.accessToken
  const hint = { token_type_hint: tokens.refreshToken ? 'refresh_token' : 'access_token' }
  const options = { ...oauthRequestOptions(fetch, timeoutMilliseconds), additionalParameters: hint }
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, proof, token, options))
}

/** Describes an error for storage and display. Omits the provider's own message, which may repeat a token. */
export function describeOAuthError(error: unknown): string {
  const code = oauthErrorCode(error)
  if (code !== undefined) return `the provider returned ${code}`
  if (error instanceof OutboundFailedError || error instanceof OutboundBlockedError) return error.message
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'the provider did not respond in time'
  return 'the call to the provider failed'
}

function toOAuthParties(provider: RegisteredProvider): [oauth.AuthorizationServer, oauth.Client, oauth.ClientAuth] {
  const server = {
    issuer: provider.issuer,
    token_endpoint: provider.tokenEndpoint,
    revocation_endpoint: provider.revocationEndpoint,
  }
  return [server, { client_id: provider.client.id }, oauth.ClientSecretPost(provider.client.secret)]
}

function toGrant(answer: oauth.TokenEndpointResponse, now: Date): NewGrant {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer
  return {
    tokens: { accessToken, ...(refreshToken !== undefined && { refreshToken }) },
    ...(seconds !== undefined && { expiresAt: new Date(now.getTime() + seconds * 1000) }),
  }
}

/**
 * Removes the ID token before the library validates the response: a multi-tenant provider names an issuer that cannot
 * be predicted. The token came straight from the token endpoint and only identifies the account.
 */
async function extractIdToken(response: Response): Promise<{ plain: Response; account?: ProviderAccount }> {
  const { status, headers } = response
  const text = await response.text()
  const body = parseJsonObject(text)
  const plain = new Response(body ? JSON.stringify({ ...body, id_token: undefined }) : text, {
    status,
    headers: { 'content-type': headers.get('content-type') ?? '' },
  })
  return { plain, account: accountOf(body?.id_token) }
}

function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** An issuer's subject identifies one account forever; an email address may later belong to another. */
function accountOf(idToken: unknown): ProviderAccount | undefined {
  if (typeof idToken !== 'string') return undefined
  try {
    const { iss, sub, email, preferred_username } = decodeJwt(idToken)
    const label = toStorableText(email ?? preferred_username)
    return { ...(iss && sub && { key: toStorableText(`${iss} ${sub}`) }), ...(label && { label }) }
  } catch {
    return undefined
  }
}

function toStorableText(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim.replaceAll('\u0000', '').toWellFormed().slice(0, 500) : undefined
}

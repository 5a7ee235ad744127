import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { readLimited } from '../../../../platform/outbound/index.ts'
import { type IssuerMetadata, type OidcSettings, oidcTimeoutMilliseconds, type WarnLog } from './discovery.ts'

/** What a browser came back with from the issuer, and what it had begun with. */
export type AuthorizationResponse = { code: string; codeVerifier: string; nonce: string }

const maxBytes = 256 * 1024
const Tokens = z.object({ id_token: z.string() })
const TokenError = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) })

type RedeemDeps = { fetch: typeof globalThis.fetch; log: WarnLog }

/** The ID token that the issuer gives for a code (RFC 6749, with PKCE), not verified yet; undefined when it refuses. */
export async function redeemCode(
  metadata: IssuerMetadata,
  settings: OidcSettings,
  cameBack: AuthorizationResponse,
  { fetch, log }: RedeemDeps,
): Promise<string | undefined> {
  try {
    const response = await requestToken(metadata, settings, cameBack, fetch)
    const body: unknown = JSON.parse((await readLimited(response, maxBytes)).toString('utf8'))
    if (response.ok) return Tokens.parse(body).id_token
    // The code of the error and nothing more: the issuer's own words may repeat what was sent.
    log.warn({ reason: TokenError.safeParse(body).data?.error }, 'the OpenID Connect issuer refused a code')
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : undefined }, 'a code could not be redeemed at the issuer')
  }
  return undefined
}

function requestToken(
  metadata: IssuerMetadata,
  settings: OidcSettings,
  { code, codeVerifier }: AuthorizationResponse,
  fetch: RedeemDeps['fetch'],
): Promise<Response> {
  const server = { issuer: settings.issuer, token_endpoint: metadata.token_endpoint }
  const client = { client_id: settings.clientId }
  // The state is for the browser to compare, which has kept it.
  const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.skipStateCheck)
  const { redirectUri } = settings
  return oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuthOf(settings, metadata),
    parameters,
    redirectUri,
    codeVerifier,
    {
      [oauth.customFetch]: (url: string, init: object) => fetch(url, init),
      // Whether the issuer is reached by plain http is the operator's choice.
      [oauth.allowInsecureRequests]: true,
      signal: AbortSignal.timeout(oidcTimeoutMilliseconds),
    },
  )
}

function clientAuthOf({ clientSecret }: OidcSettings, metadata: IssuerMetadata): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret)
}

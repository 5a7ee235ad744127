import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { readAtMost } from '../../../../platform/outbound/index.ts'
import { type Metadata, type OidcSettings, patienceMilliseconds, type Warn } from './discovery.ts'

/** What a browser came back with from the issuer, and what it had begun with. */
export type CameBack = { code: string; codeVerifier: string; nonce: string }

const mostBytes = 256 * 1024
const Tokens = z.object({ id_token: z.string() })
const Refused = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) })

type Outward = { fetch: typeof globalThis.fetch; log: Warn }

/** The ID token that the issuer gives for a code (RFC 6749, with PKCE), not verified yet; undefined when it refuses. */
export async function redeemCode(
  metadata: Metadata,
  settings: OidcSettings,
  cameBack: CameBack,
  { fetch, log }: Outward,
): Promise<string | undefined> {
  try {
    const response = await ask(metadata, settings, cameBack, fetch)
    const body: unknown = JSON.parse((await readAtMost(response, mostBytes)).toString('utf8'))
    if (response.ok) return Tokens.parse(body).id_token
    // The code of the error and nothing more: the issuer's own words may repeat what was sent.
    log.warn({ reason: Refused.safeParse(body).data?.error }, 'the OpenID Connect issuer refused a code')
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : undefined }, 'a code could not be redeemed at the issuer')
  }
  return undefined
}

function ask(
  metadata: Metadata,
  settings: OidcSettings,
  { code, codeVerifier }: CameBack,
  fetch: Outward['fetch'],
): Promise<Response> {
  const server = { issuer: settings.issuer, token_endpoint: metadata.token_endpoint }
  const client = { client_id: settings.clientId }
  // The state is for the browser to compare, which has kept it.
  const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }), oauth.skipStateCheck)
  const { redirectUri } = settings
  return oauth.authorizationCodeGrantRequest(
    server,
    client,
    proofOf(settings, metadata),
    parameters,
    redirectUri,
    codeVerifier,
    {
      [oauth.customFetch]: (url: string, init: object) => fetch(url, init),
      // Whether the issuer is reached by plain http is the operator's choice.
      [oauth.allowInsecureRequests]: true,
      signal: AbortSignal.timeout(patienceMilliseconds),
    },
  )
}

function proofOf({ clientSecret }: OidcSettings, metadata: Metadata): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret)
}

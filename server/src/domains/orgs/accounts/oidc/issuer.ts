import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { readLimited } from '../../../../platform/outbound/index.ts'
import type { World } from '../../../../platform/world.ts'

/** A client without a secret is a public client. `redirectUri` is where the issuer redirects browsers. */
type OidcSettings = { issuer: string; clientId: string; clientSecret?: string; redirectUri: string }

type WarnLog = { warn(fields: object, message: string): void }

const oidcTimeoutMilliseconds = 5_000

const endpoint = z.url({ protocol: /^https?$/ }).optional()
const IssuerMetadata = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
type IssuerMetadata = z.output<typeof IssuerMetadata>

type DiscoveredIssuer = { metadata: IssuerMetadata; keys: ReturnType<typeof createRemoteJWKSet> }

/** Caches the issuer's metadata. A failed discovery is retried on the next call. */
function createDiscovery(issuer: string, world: World, log: WarnLog): () => Promise<DiscoveredIssuer | undefined> {
  let remembered: Promise<DiscoveredIssuer> | undefined
  return () => {
    remembered ??= discover(issuer, world)
    const looked = remembered
    return looked.catch((err) => {
      if (remembered === looked) {
        remembered = undefined
        log.warn({ err }, 'the OpenID Connect issuer cannot be used')
      }
      return undefined
    })
  }
}

/** The issuer's URL is the operator's own setting, so it may be on a private network. */
async function discover(issuer: string, world: World): Promise<DiscoveredIssuer> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await world.fetch(address, { signal: AbortSignal.timeout(oidcTimeoutMilliseconds) })
  const metadata = IssuerMetadata.parse(await response.json())
  if (metadata.issuer !== issuer) throw new Error(`${address} is the metadata of another issuer: ${metadata.issuer}`)
  const options = { timeoutDuration: oidcTimeoutMilliseconds, [customFetch]: world.fetch }
  return { metadata, keys: createRemoteJWKSet(new URL(metadata.jwks_uri), options) }
}

/** The callback's code with the PKCE verifier and nonce that the browser started with. */
type AuthorizationResponse = { code: string; codeVerifier: string; nonce: string }

const maxBytes = 256 * 1024
const Tokens = z.object({ id_token: z.string() })
const TokenError = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) })

type RedeemDeps = { fetch: typeof globalThis.fetch; log: WarnLog }

/** Exchanges a code for an ID token (RFC 6749 with PKCE), not verified yet; undefined when the issuer refuses. */
async function redeemCode(
  metadata: IssuerMetadata,
  settings: OidcSettings,
  cameBack: AuthorizationResponse,
  { fetch, log }: RedeemDeps,
): Promise<string | undefined> {
  try {
    const response = await requestToken(metadata, settings, cameBack, fetch)
    const body: unknown = JSON.parse((await readLimited(response, maxBytes)).toString('utf8'))
    if (response.ok) return Tokens.parse(body).id_token
    // Only the error code: the issuer's own message may repeat what was sent.
    log.warn({ reason: TokenError.safeParse(body).data?.error }, 'the OpenID Connect issuer rejected a code')
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
  // The browser keeps the state and compares it.
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
      // The operator decides whether the issuer is reached over plain http.
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

/** What a browser needs to start a sign-in at the issuer. */
export type OpenIdMethod = { authorizationEndpoint: string; clientId: string; redirectUri: string; name: string }

export type OidcIssuer = {
  issuer: string
  /** Returns the e-mail address that an ID token proves, or undefined. */
  emailFromIdToken(token: string, now: Date): Promise<string | undefined>
  /** The same for an authorization code, which works once. */
  emailFromCode(cameBack: AuthorizationResponse, now: Date): Promise<string | undefined>
  /** Undefined while the issuer is unreachable, or when it does not support authorization codes. */
  method(): Promise<OpenIdMethod | undefined>
}

const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

export function createOidcIssuer(settings: OidcSettings, world: World, log: WarnLog): OidcIssuer {
  const { issuer, clientId, redirectUri } = settings
  const discovered = createDiscovery(issuer, world, log)

  async function claimsOf(token: string, now: Date): Promise<JWTPayload | undefined> {
    const found = await discovered()
    const options = { issuer, audience: clientId, algorithms: asymmetric, currentDate: now, clockTolerance: 30 }
    const verified = found && (await jwtVerify(token, found.keys, options).catch(() => undefined))
    return verified?.payload
  }

  return {
    issuer,
    emailFromIdToken: async (token, now) => verifiedEmail(await claimsOf(token, now)),
    async emailFromCode(cameBack, now) {
      const found = await discovered()
      const token = found && (await redeemCode(found.metadata, settings, cameBack, { fetch: world.fetch, log }))
      const claims = token === undefined ? undefined : await claimsOf(token, now)
      return claims?.nonce === cameBack.nonce ? verifiedEmail(claims) : undefined
    },
    async method() {
      const { authorization_endpoint, token_endpoint } = (await discovered())?.metadata ?? {}
      if (!authorization_endpoint || !token_endpoint) return undefined
      return { authorizationEndpoint: authorization_endpoint, clientId, redirectUri, name: new URL(issuer).host }
    },
  }
}

function verifiedEmail(claims: JWTPayload | undefined): string | undefined {
  const { email, email_verified } = claims ?? {}
  return typeof email === 'string' && email_verified !== false ? email.toLowerCase() : undefined
}

import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { oauthErrorCode, oauthRequestOptions } from '../../../../platform/oauth-requests.ts'
import type { World } from '../../../../platform/world.ts'

/** A client without a secret is a public client. `redirectUri` is where the issuer redirects browsers. */
type OidcSettings = { issuer: string; clientId: string; clientSecret?: string; redirectUri: string }

type WarnLog = { warn(fields: object, message: string): void }

const oidcTimeoutMilliseconds = 5_000
const clockToleranceSeconds = 30

const endpoint = z.url({ protocol: /^https?$/ }).optional()
const IssuerMetadata = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
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
  const url = new URL(issuer)
  const response = await oauth.discoveryRequest(url, oauthRequestOptions(world.fetch, oidcTimeoutMilliseconds))
  const metadata = IssuerMetadata.parse(await oauth.processDiscoveryResponse(url, response))
  // The library ignores a slash at the end; ID tokens must name the issuer exactly as configured.
  if (metadata.issuer !== issuer)
    throw new Error(`${issuer} publishes the metadata of another issuer: ${metadata.issuer}`)
  const options = { timeoutDuration: oidcTimeoutMilliseconds, [customFetch]: world.fetch }
  return { metadata, keys: createRemoteJWKSet(new URL(metadata.jwks_uri), options) }
}

/** The callback's code with the PKCE verifier and nonce that the browser started with. */
type AuthorizationResponse = { code: string; codeVerifier: string; nonce: string }

type RedeemOptions = { fetch: typeof globalThis.fetch; log: WarnLog; now: Date }

/**
 * Exchanges a code for an ID token (RFC 6749 with PKCE); undefined when the issuer refuses. The claims and the nonce
 * are validated, the signature is not.
 */
async function redeemCode(
  metadata: IssuerMetadata,
  settings: OidcSettings,
  cameBack: AuthorizationResponse,
  { fetch, log, now }: RedeemOptions,
): Promise<string | undefined> {
  const client = {
    client_id: settings.clientId,
    [oauth.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
    [oauth.clockTolerance]: clockToleranceSeconds,
  }
  try {
    const { code, codeVerifier, nonce: expectedNonce } = cameBack
    // The browser keeps the state and compares it.
    const parameters = oauth.validateAuthResponse(metadata, client, new URLSearchParams({ code }), oauth.skipStateCheck)
    const response = await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      clientAuthOf(settings, metadata),
      parameters,
      settings.redirectUri,
      codeVerifier,
      oauthRequestOptions(fetch, oidcTimeoutMilliseconds),
    )
    const checks = { expectedNonce, requireIdToken: true }
    return (await oauth.processAuthorizationCodeResponse(metadata, client, response, checks)).id_token
  } catch (error) {
    const reason = oauthErrorCode(error)
    if (reason !== undefined) log.warn({ reason }, 'the OpenID Connect issuer rejected a code')
    else
      log.warn(
        { reason: error instanceof Error ? error.name : undefined },
        'a code could not be redeemed at the issuer',
      )
  }
  return undefined
}

function clientAuthOf({ clientSecret }: OidcSettings, metadata: IssuerMetadata): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None()
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret)
}

/** The data that a browser needs to start a sign-in at the issuer. */
export type OpenIdMethod = { authorizationEndpoint: string; clientId: string; redirectUri: string; name: string }

export type OidcIssuer = {
  issuer: string
  /** Returns the email address that an ID token proves, or undefined. */
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
    const options = {
      issuer,
      audience: clientId,
      algorithms: asymmetric,
      currentDate: now,
      clockTolerance: clockToleranceSeconds,
    }
    const verified = found && (await jwtVerify(token, found.keys, options).catch(() => undefined))
    return verified?.payload
  }

  return {
    issuer,
    emailFromIdToken: async (token, now) => verifiedEmail(await claimsOf(token, now)),
    async emailFromCode(cameBack, now) {
      const found = await discovered()
      const token = found && (await redeemCode(found.metadata, settings, cameBack, { fetch: world.fetch, log, now }))
      return token === undefined ? undefined : verifiedEmail(await claimsOf(token, now))
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

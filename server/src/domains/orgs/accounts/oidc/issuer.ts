import { type JWTPayload, jwtVerify } from 'jose'
import type { World } from '../../../../platform/world.ts'
import { createDiscovery, type OidcSettings, type WarnLog } from './discovery.ts'
import { type AuthorizationResponse, redeemCode } from './redeem-code.ts'

/** What a browser must know to begin a sign-in at the issuer. */
export type OpenIdMethod = { authorizationEndpoint: string; clientId: string; redirectUri: string; name: string }

/** The configured OpenID Connect issuer. */
export type OidcIssuer = {
  issuer: string
  /** Says whose e-mail an ID token proves, or undefined. */
  emailFromIdToken(token: string, now: Date): Promise<string | undefined>
  /** The same for an authorization code, which is good once. */
  emailFromCode(cameBack: AuthorizationResponse, now: Date): Promise<string | undefined>
  /** Undefined while the issuer cannot be reached, and where it gives out no codes. */
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

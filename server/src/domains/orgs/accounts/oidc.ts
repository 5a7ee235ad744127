import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { z } from 'zod'
import type { World } from '../../../platform/world.ts'

export type OidcSettings = { issuer: string; clientId: string }

/** Says whose e-mail an ID token of the configured issuer proves, or undefined. */
export type OidcVerifier = { issuer: string; emailOf(token: string, now: Date): Promise<string | undefined> }

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** The issuer's address is the operator's own setting, so that it may lie on a private network. */
export function oidcVerifier({ issuer, clientId }: OidcSettings, world: World): OidcVerifier {
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined

  async function discover() {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const response = await world.fetch(address, { signal: AbortSignal.timeout(5_000) })
    const found = Discovery.parse(await response.json())
    if (found.issuer !== issuer) throw new Error(`${address} names another issuer: ${found.issuer}`)
    return createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: 5_000, [customFetch]: world.fetch })
  }

  return {
    issuer,
    async emailOf(token, now) {
      keys ??= discover()
      // An issuer that could not be reached is asked again next time.
      const set = await keys.catch(() => {
        keys = undefined
      })
      if (!set) return undefined
      const options = { issuer, audience: clientId, algorithms: asymmetric, currentDate: now, clockTolerance: 30 }
      const verified = await jwtVerify(token, set, options).catch(() => undefined)
      const { email, email_verified } = verified?.payload ?? {}
      return typeof email === 'string' && email_verified !== false ? email.toLowerCase() : undefined
    },
  }
}

import { createRemoteJWKSet, customFetch } from 'jose'
import { z } from 'zod'
import type { World } from '../../../../platform/world.ts'

/** A client without a secret is a public client. `redirectUri` is where the issuer redirects browsers. */
export type OidcSettings = { issuer: string; clientId: string; clientSecret?: string; redirectUri: string }

export type WarnLog = { warn(fields: object, message: string): void }

export const oidcTimeoutMilliseconds = 5_000

const endpoint = z.url({ protocol: /^https?$/ }).optional()
const IssuerMetadata = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
export type IssuerMetadata = z.output<typeof IssuerMetadata>

export type DiscoveredIssuer = { metadata: IssuerMetadata; keys: ReturnType<typeof createRemoteJWKSet> }

/** Caches the issuer's metadata. A failed discovery is retried on the next call. */
export function createDiscovery(
  issuer: string,
  world: World,
  log: WarnLog,
): () => Promise<DiscoveredIssuer | undefined> {
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
  if (metadata.issuer !== issuer) throw new Error(`${address} names another issuer: ${metadata.issuer}`)
  const options = { timeoutDuration: oidcTimeoutMilliseconds, [customFetch]: world.fetch }
  return { metadata, keys: createRemoteJWKSet(new URL(metadata.jwks_uri), options) }
}

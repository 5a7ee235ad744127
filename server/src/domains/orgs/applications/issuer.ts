import { scopes } from '@parley/definition/vocabulary'
import { scopesOfRole } from '../../../platform/http/access.ts'

/** Where applications find Parley's authorization server, and what it offers them (RFC 8414, RFC 9728). */

const isLoopbackHost = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/** The `http` redirect of a program on the user's own machine (RFC 8252). */
export const isLoopbackUrl = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && isLoopbackHost(hostname)

/**
 * Returns the issuer for a request with that `Host`: `PUBLIC_URL`, or for a Parley on the user's own machine the
 * loopback name that the user typed. Undefined where OAuth cannot work: over plain HTTP on a network, and below a path,
 * which the well-known addresses would not reach.
 */
export function findOAuthIssuer(publicUrl: string, host: string | undefined): string | undefined {
  const configured = new URL(publicUrl)
  if (configured.pathname !== '/') return undefined
  if (configured.protocol === 'https:') return configured.origin
  const reached = host === undefined ? configured : URL.parse(`http://${host}`)
  return isLoopbackUrl(configured) && reached && isLoopbackUrl(reached) ? reached.origin : undefined
}

export const mcpResourceOf = (issuer: string): string => `${issuer}/mcp`

/** RFC 8707: a token for another server must not work here, nor a token of this server elsewhere. */
export function isMcpResource(resource: string | undefined, issuer: string): boolean {
  return resource === undefined || resource.replace(/\/$/, '') === mcpResourceOf(issuer)
}

export const resourceMetadataPath = '/.well-known/oauth-protected-resource'
export const serverMetadataPath = '/.well-known/oauth-authorization-server'

/** The challenge of a 401 at `/mcp`; without an issuer only API keys and sessions work. */
export function buildMcpChallenge(issuer: string | undefined, hasToken: boolean): string {
  if (issuer === undefined) return 'Bearer'
  const metadata = `resource_metadata="${issuer}${resourceMetadataPath}/mcp"`
  return hasToken ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`
}

/** `integrations:journey` is for API keys only. */
const offeredScopes = scopes.filter((scope) => scopesOfRole('owner').includes(scope))

export const buildResourceMetadata = (issuer: string) => ({
  resource: mcpResourceOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: offeredScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Parley',
  resource_documentation: `${issuer}/docs/mcp`,
})

export const buildServerMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: offeredScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${issuer}/docs/mcp`,
})

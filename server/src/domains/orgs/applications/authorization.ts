import { scopes as allScopes, roles } from '@parley/definition/vocabulary'
import { expandScopes, type Role, roleOfScopes, type Scope, scopesOfRole } from '../../../platform/http/access.ts'
import { invalidRequest } from '../../../platform/http/problem.ts'
import type { AuthorizationRequest, AuthorizationReview } from './application.ts'
import { isRegisteredRedirect, type RegisteredClient } from './client.ts'
import { isMcpResource } from './issuer.ts'

/** The decision about an authorization request (OAuth 2.1): code with PKCE, for a client and a redirect that are known. */

/** A request whose client and redirect URI are genuine: its application may be told about everything else. */
export type GenuineRequest = AuthorizationRequest & { client: RegisteredClient; redirectUri: string; issuer: string }

export type RequestFault = { error: string; description: string }

/**
 * Rejects a request that must not be answered with a redirect: it would send the browser to whoever wrote the link.
 */
export function assertGenuine(
  request: AuthorizationRequest,
  client: RegisteredClient | undefined,
  issuer: string | undefined,
): GenuineRequest {
  if (issuer === undefined)
    throw invalidRequest([{ field: 'request', message: 'cannot be allowed at this address: see PUBLIC_URL' }])
  if (!client)
    throw invalidRequest([
      { field: 'request.clientId', message: 'is not registered, or its registration has expired; connect again' },
    ])
  const { redirectUri } = request
  if (redirectUri === undefined || !isRegisteredRedirect(redirectUri, client.redirectUris))
    throw invalidRequest([{ field: 'request.redirectUri', message: 'is not one that the application registered' }])
  return { ...request, client, redirectUri, issuer }
}

/** What makes a genuine request unacceptable, in the words of RFC 6749, 7636 and 8707. */
export function findRequestFault(request: GenuineRequest): RequestFault | undefined {
  const { responseType, codeChallenge = '', codeChallengeMethod, resource, issuer } = request
  if (responseType !== 'code') return { error: 'unsupported_response_type', description: 'response_type must be code' }
  if (codeChallengeMethod !== 'S256')
    return { error: 'invalid_request', description: 'code_challenge_method must be S256' }
  if (!/^[\w-]{43}$/.test(codeChallenge))
    return { error: 'invalid_request', description: 'code_challenge must be a SHA-256 in base64url' }
  if (!isMcpResource(resource, issuer))
    return { error: 'invalid_target', description: `resource must be ${issuer}/mcp` }
  if (requestedScopes(request).length === 0)
    return { error: 'invalid_scope', description: 'scope contains nothing that Parley knows' }
  return undefined
}

/** Unknown scopes are ignored; no scope means all, of which the member chooses. */
function requestedScopes({ scope = '' }: AuthorizationRequest): Scope[] {
  const names = scope.split(' ').filter((name) => name !== '')
  return names.length === 0 ? [...allScopes] : expandKnown(names)
}

function expandKnown(names: readonly string[]): Scope[] {
  const known = allScopes.filter((scope) => names.includes(scope))
  return known.length === 0 ? [] : expandScopes(known)
}

/** Never more than requested, and never more than the role has. */
export function grantableScopes(request: AuthorizationRequest, role: Role): Scope[] {
  const requested = requestedScopes(request)
  return scopesOfRole(role).filter((scope) => requested.includes(scope))
}

const administrative: readonly Scope[] = ['org:admin', 'webhooks:manage']

export function reviewRequest(request: GenuineRequest, role: Role): AuthorizationReview {
  const fault = findRequestFault(request)
  const scopes = fault ? [] : grantableScopes(request, role)
  const refusal = fault ?? { error: 'access_denied', description: 'The member refused' }
  return {
    clientName: request.client.name,
    redirectHost: new URL(request.redirectUri).host,
    role,
    scopes,
    suggestedScopes: scopes.filter((scope) => !administrative.includes(scope)),
    denyRedirectTo: buildRedirect(request, { error: refusal.error, error_description: refusal.description }),
    ...(fault && { error: fault.description }),
  }
}

/** `iss` (RFC 9207) lets an application that talks to several servers notice a response of the wrong one. */
export function buildRedirect(request: GenuineRequest, result: Record<string, string>): string {
  const { redirectUri, state, issuer } = request
  const query = new URLSearchParams({ ...result, ...(state !== undefined && { state }), iss: issuer })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
}

/** What a grant allows now: as granted, within the member's current role. */
export function limitToRole(granted: readonly Scope[], role: Role): { role: Role; scopes: Scope[] } {
  const held = scopesOfRole(role)
  const scopes = expandScopes(granted).filter((scope) => held.includes(scope))
  const lower = Math.min(roles.indexOf(role), roles.indexOf(roleOfScopes(scopes)))
  return { role: roles[lower] as Role, scopes }
}

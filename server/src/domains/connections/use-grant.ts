import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import type { GrantInUse, GrantUseDeps } from './deps.ts'
import { describeOAuthError } from './protocol.ts'
import { recordUse } from './record-use.ts'
import { GrantUnusable, getFreshToken } from './refresh.ts'

type ProviderCall = (accessToken: string) => Promise<Response>

/** Calls the provider with the access token of a connection, and keeps the status of the connection true. */
export function callWithConnection(
  deps: GrantUseDeps,
  org: OrgKey,
  connectionId: string,
  call: ProviderCall,
): Promise<Response> {
  return callWithGrant({ ...deps, org, key: { connectionId } }, call)
}

/** The same with the grant of a tool of an agent. */
export function callWithToolGrant(
  deps: GrantUseDeps,
  agent: AgentKey,
  toolId: string,
  call: ProviderCall,
): Promise<Response> {
  return callWithGrant({ ...deps, org: { id: agent.orgId }, key: { agent, toolId } }, call)
}

async function callWithGrant(grant: GrantInUse, call: ProviderCall): Promise<Response> {
  const token = await getFreshToken(grant)
  const response = await attempt(grant, token, call)
  if (response.status !== 401) return response
  await response.body?.cancel()
  const renewed = await getFreshToken(grant, token)
  const again = await attempt(grant, renewed, call)
  if (again.status !== 401) return again
  await again.body?.cancel()
  const lastError = 'the provider rejects the grant'
  throw new GrantUnusable(await recordUse(grant, renewed, { use: 'rejectedAfterRefresh', lastError }), lastError)
}

/** One call, whose outcome is written down unless it is a 401: that one is decided by what a refresh brings. */
async function attempt(grant: GrantInUse, token: string, call: ProviderCall): Promise<Response> {
  const response = await call(token).catch(async (error) => {
    await recordUse(grant, token, { use: 'failed', lastError: describeOAuthError(error) })
    throw error
  })
  if (response.status === 401) return response
  if (isProviderResponse(response.status)) await recordUse(grant, token, { use: 'answered' })
  else await recordUse(grant, token, { use: 'failed', lastError: `the provider answered ${response.status}` })
  return response
}

/** What a provider says about the thing asked for, and not about the grant or itself. */
const resourceStatuses = new Set([404, 409, 410, 412])

function isProviderResponse(status: number): boolean {
  return status < 400 || resourceStatuses.has(status)
}

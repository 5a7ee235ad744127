import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import type { GrantInUse, GrantUseDeps } from './deps.ts'
import { describeOAuthError } from './protocol.ts'
import { recordUse } from './record-use.ts'
import { GrantUnusable, getFreshToken } from './refresh.ts'

type ProviderCall = (accessToken: string) => Promise<Response>

/** Calls the provider with a connection's access token and updates the connection's status. */
export function callWithConnection(
  deps: GrantUseDeps,
  org: OrgKey,
  connectionId: string,
  call: ProviderCall,
): Promise<Response> {
  return callWithGrant({ ...deps, org, key: { connectionId } }, call)
}

/** The same, with the grant of an agent's tool. */
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

/** Makes one call and records its outcome, unless it is a 401: a refresh decides that case. */
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

/** Statuses about the requested resource, not about the grant or the provider. */
const resourceStatuses = new Set([404, 409, 410, 412])

function isProviderResponse(status: number): boolean {
  return status < 400 || resourceStatuses.has(status)
}

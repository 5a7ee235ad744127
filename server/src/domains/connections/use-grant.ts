import type { AgentKey, OrgKey } from '../../platform/http/route.ts'
import type { Held, UseDeps } from './deps.ts'
import { noteCall } from './note-use.ts'
import { reasonOf } from './protocol.ts'
import { freshToken, GrantUnusable } from './refresh.ts'

type Call = (accessToken: string) => Promise<Response>

/** Calls the provider with the access token of a connection, and keeps the status of the connection true. */
export function callWithConnection(deps: UseDeps, org: OrgKey, connectionId: string, call: Call): Promise<Response> {
  return callWithGrant({ ...deps, org, key: { connectionId } }, call)
}

/** The same with the grant of a tool of an agent. */
export function callWithToolGrant(deps: UseDeps, agent: AgentKey, toolId: string, call: Call): Promise<Response> {
  return callWithGrant({ ...deps, org: { id: agent.orgId }, key: { agent, toolId } }, call)
}

async function callWithGrant(held: Held, call: Call): Promise<Response> {
  const token = await freshToken(held)
  const response = await attempt(held, token, call)
  if (response.status !== 401) return response
  await response.body?.cancel()
  const renewed = await freshToken(held, token)
  const again = await attempt(held, renewed, call)
  if (again.status !== 401) return again
  await again.body?.cancel()
  const lastError = 'the provider rejects the grant'
  throw new GrantUnusable(await noteCall(held, renewed, { use: 'rejectedAfterRefresh', lastError }), lastError)
}

/** One call, whose outcome is written down unless it is a 401: that one is decided by what a refresh brings. */
async function attempt(held: Held, token: string, call: Call): Promise<Response> {
  const response = await call(token).catch(async (error) => {
    await noteCall(held, token, { use: 'failed', lastError: reasonOf(error) })
    throw error
  })
  if (response.status === 401) return response
  if (isAnswer(response.status)) await noteCall(held, token, { use: 'answered' })
  else await noteCall(held, token, { use: 'failed', lastError: `the provider answered ${response.status}` })
  return response
}

/** What a provider says about the thing asked for, and not about the grant or itself. */
const aboutTheThing = new Set([404, 409, 410, 412])

function isAnswer(status: number): boolean {
  return status < 400 || aboutTheThing.has(status)
}

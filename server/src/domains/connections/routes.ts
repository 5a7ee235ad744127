import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { pageQuery } from '../../platform/http/page.ts'
import {
  agentRoute,
  type OrgKey,
  openRoute,
  orgRoute,
  ResponseContent,
  type Route,
  RouteResponse,
} from '../../platform/http/route.ts'
import { listSchema } from '../../platform/http/schemas.ts'
import { defaultPagePolicy, escapeHtml, renderPage } from '../../platform/pages/shell.ts'
import {
  Authorization,
  Connection,
  ConnectionDisconnect,
  ConnectionStart,
  ToolOAuthStart,
  ToolOAuthStatus,
} from './connection.ts'
import type { ConnectionDeps } from './deps.ts'
import { disconnect } from './disconnect.ts'
import { buildReturnUrl, completeGrant, type GrantResult, startGrant } from './grant-flow.ts'
import { findConnection, listConnections, lockConnection, type StoredConnection } from './queries/connections.ts'
import { findToolGrant, type ToolGrant } from './queries/grants.ts'

/** Messages by failure reason; the key is also sent as `reason`. */
const sentences: Record<string, string> = {
  access_denied: 'Access was not granted.',
  provider_error: 'The provider reported an error.',
  provider_unconfigured: 'The provider is no longer set up on this installation.',
  exchange_failed: 'The provider did not complete the grant.',
  gone: 'The item that needed access was deleted in the meantime.',
  state_invalid: 'This link was already used or has expired.',
}

/** The page for a grant without a valid `returnTo`. */
function renderResultPage(result: GrantResult): string {
  if (!('reason' in result)) return renderResult('Connected', 'Access was granted. You can close this window.')
  return renderResult('Not connected', `${sentences[result.reason] ?? ''} Go back to where you started and try again.`)
}

function renderResult(title: string, sentence: string): string {
  return renderPage(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>`)
}

const tag = 'Connections'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const admin = { role: 'admin', scope: 'agents:write', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const

export const connectionRoutes = (deps: ConnectionDeps): Route[] => [
  ...orgConnectionRoutes(deps),
  ...toolGrantRoutes(deps),
  callbackRoute(deps),
]

function orgConnectionRoutes(deps: ConnectionDeps): Route[] {
  const serializeAll = async (tx: Db, org: OrgKey, connections: StoredConnection[]): Promise<Connection[]> => {
    const ids = connections.map(({ id }) => id)
    const users = await deps.findAgentsUsing(tx, org, ids)
    return connections.map((connection) => ({ ...connection, usedBy: users.get(connection.id) ?? [] }))
  }

  return [
    orgRoute({
      ...read,
      limited: true,
      method: 'GET',
      path: '/connections',
      summary: 'List the connections of the org, newest first',
      query: pageQuery,
      response: listSchema(Connection),
      handle: async ({ tx, org, query }) => {
        const { data, ...page } = await listConnections(tx, org, query)
        return { data: await serializeAll(tx, org, data), ...page }
      },
    }),
    orgRoute({
      ...read,
      limited: true,
      method: 'GET',
      path: '/connections/:connectionId',
      summary: 'Read a connection',
      response: Connection,
      volatile: ['lastUsedAt', 'usedBy'],
      find: ({ tx, org, params }) => findConnection(tx, org, params.connectionId),
      handle: async ({ tx, org, found }) => (await serializeAll(tx, org, [found]))[0],
    }),
    orgRoute({
      ...admin,
      method: 'POST',
      path: '/connections/:provider/_start',
      summary: 'Start connecting an account at a provider',
      description: "Send the account owner's browser to `authorizationUrl` within ten minutes.",
      body: ConnectionStart,
      response: Authorization,
      problems: ['resource.not_found', 'oauth.provider_unconfigured'],
      find: async ({ params }) => deps.providers.find(({ id }) => id === params.provider),
      handle: ({ tx, org, found, body, caller, world }) => {
        const request = { ...body, provider: found, scopes: found.connectionScopes, createdBy: caller.id }
        return startGrant(tx, org, request, { ...deps, world })
      },
    }),
    orgRoute({
      ...admin,
      method: 'DELETE',
      path: '/connections/:connectionId',
      summary: 'Disconnect an account',
      description: 'Always succeeds. Deletes the credential, and revokes the grant at the provider if possible.',
      response: ConnectionDisconnect,
      find: ({ tx, org, params }) => lockConnection(tx, org, params.connectionId),
      handle: async ({ tx, org, found }) => {
        const [connection] = await serializeAll(tx, org, [found])
        await disconnect(tx, org, { connectionId: found.id }, deps)
        return { disconnected: true, usedBy: connection?.usedBy ?? [] }
      },
    }),
  ]
}

function toolGrantRoutes(deps: ConnectionDeps): Route[] {
  const needOf = async ({ params }: { params: { toolId: string } }) => {
    const oauth = deps.findToolOAuth(params.toolId)
    const provider = deps.providers.find(({ id }) => id === oauth?.provider)
    return oauth && provider && { provider, scopes: oauth.scopes }
  }

  return [
    agentRoute({
      ...write,
      method: 'POST',
      path: '/tools/:toolId/oauth/start',
      summary: 'Start granting a tool of the agent access at its provider',
      description: "Send the account owner's browser to `authorizationUrl` within ten minutes.",
      body: ToolOAuthStart,
      response: Authorization,
      problems: ['oauth.provider_unconfigured'],
      find: needOf,
      handle: ({ tx, org, agent, params, found, body, caller, world }) => {
        const tool = { agent, toolId: params.toolId }
        return startGrant(tx, org, { ...body, ...found, tool, createdBy: caller.id }, { ...deps, world })
      },
    }),
    agentRoute({
      ...read,
      method: 'GET',
      path: '/tools/:toolId/oauth/status',
      summary: "Read whether an agent's tool has access, and whether it works",
      response: ToolOAuthStatus,
      find: needOf,
      handle: async ({ tx, agent, params }) => serializeToolStatus(await findToolGrant(tx, agent, params.toolId)),
    }),
    agentRoute({
      ...write,
      method: 'POST',
      path: '/tools/:toolId/oauth/disconnect',
      summary: "Revoke the access of an agent's tool; its binding stays",
      response: ToolOAuthStatus,
      find: needOf,
      handle: async ({ tx, org, agent, params }) => {
        await disconnect(tx, org, { agent, toolId: params.toolId }, deps)
        return serializeToolStatus(undefined)
      },
    }),
  ]
}

/** Every status except not-connected has `connectedAt`; only revoked and error have `lastError`. */
function serializeToolStatus(grant: ToolGrant | undefined): ToolOAuthStatus {
  if (!grant) return { status: 'not-connected' }
  const { status, lastError } = grant
  const connectedAt = grant.connectedAt.toISOString()
  return status === 'revoked' || status === 'error' ? { status, connectedAt, lastError } : { status, connectedAt }
}

/** Loose, because providers add parameters of their own. */
const CallbackQuery = z.looseObject({
  state: z.unknown().optional(),
  code: z.unknown().optional(),
  error: z.unknown().optional(),
})

function callbackRoute(deps: ConnectionDeps): Route {
  return openRoute({
    access: { kind: 'public' },
    tag,
    method: 'GET',
    path: '/oauth/callback',
    summary: 'Return from a provider',
    description: 'Providers redirect browsers here; clients never call it. Each state works once.',
    query: CallbackQuery,
    responseTypes: ['text/html'],
    otherResponses: { 302: 'Redirects to where the flow started', 400: 'Nothing was connected; the page says why' },
    handle: async ({ tx, query, world }) => {
      const finished = await completeGrant(tx, toSearchParams(query), { ...deps, world })
      if (!finished) return toPageResponse({ reason: 'state_invalid' })
      const location = buildReturnUrl(finished.returnTo, deps.returnHosts, finished.result)
      return location === undefined ? toPageResponse(finished.result) : new RouteResponse(302, undefined, { location })
    },
  })
}

function toPageResponse(result: GrantResult): RouteResponse<ResponseContent> {
  const html = new ResponseContent(renderResultPage(result), 'text/html; charset=utf-8')
  return new RouteResponse('reason' in result ? 400 : 200, html, { 'content-security-policy': defaultPagePolicy })
}

/** Ignores a parameter that occurs twice, because it is ambiguous. */
function toSearchParams(query: Record<string, unknown>): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (typeof value === 'string') parameters.set(name, value)
  return parameters
}

import { listToolUsers } from '@parley/definition'
import { z } from 'zod'
import { pageQuery, parsePageToken, toListPage } from '../../platform/http/page.ts'
import { invalidRequest, problem } from '../../platform/http/problem.ts'
import { agentRoute, type Route } from '../../platform/http/route.ts'
import { listSchema } from '../../platform/http/schemas.ts'
import { type AgentDeps, toolSettings } from '../agents/index.ts'
import { callStates, ToolBindingCall } from './call-record.ts'
import { listCalls } from './queries.ts'
import type { Tools } from './tools.ts'

const tag = 'Tool bindings'

const TrialBody = z
  .strictObject({ with: z.record(z.string(), z.unknown()).meta({ description: "The tool's parameters." }) })
  .meta({ id: 'ToolTrialBody', examples: [{ with: { event: 'lead.created', payload: { name: 'Ada' } } }] })

const Trial = z
  .strictObject({
    ok: z.boolean(),
    milliseconds: z.int(),
    status: z.int().optional().meta({ description: 'The HTTP status of the provider, if it answered.' }),
    result: z.unknown().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'ToolTrial', examples: [{ ok: true, milliseconds: 87, status: 200, result: { id: 51 } }] })

const ToolUser = z
  .strictObject({ playbookId: z.string(), name: z.string(), calledBy: z.array(z.enum(['model', 'flow'])) })
  .meta({ id: 'ToolUser', examples: [{ playbookId: 'general', name: 'General', calledBy: ['flow'] }] })

const CallQuery = pageQuery.extend({ state: z.enum(callStates).optional() })

type ToolRouteDeps = Pick<AgentDeps, 'definitions' | 'catalog'> & { tools: Tools }

export function toolRoutes(deps: ToolRouteDeps): Route[] {
  return [trialRoute(deps), callsRoute(deps), usersRoute(deps)]
}

function trialRoute({ catalog, tools }: ToolRouteDeps): Route {
  return agentRoute({
    role: 'editor',
    scope: 'agents:write',
    tag,
    method: 'POST',
    path: '/tool-bindings/:toolId/_try',
    summary: 'Call a tool once, now',
    description: 'The call is real: it reaches the provider. A failed call is a response with `ok: false`.',
    body: TrialBody,
    response: Trial,
    problems: ['agent.tool.incomplete'],
    transaction: false,
    find: async ({ params }) => catalog.find('tools', params.toolId),
    handle: async ({ agent, found, body }) => {
      const reason = await tools.explainUnavailable(agent, found.id)
      if (reason !== undefined)
        throw problem('agent.tool.incomplete', 409, { detail: `The tool cannot be called: ${reason}.` })
      const errors = toolSettings.findArgumentErrors(found, body.with)
      if (errors.length > 0) throw invalidRequest(errors)
      const outcome = await tools.tryOut(agent, found.id, body.with)
      const { milliseconds, status } = outcome
      const known = { milliseconds, ...(status !== undefined && { status }) }
      return outcome.ok ? { ok: true, ...known, result: outcome.result } : { ok: false, ...known, error: outcome.error }
    },
  })
}

function callsRoute({ catalog }: ToolRouteDeps): Route {
  return agentRoute({
    role: 'viewer',
    scope: 'messages:read',
    tag,
    method: 'GET',
    path: '/tool-bindings/:toolId/calls',
    summary: 'List the last calls of a tool, newest first',
    description: 'Retained for 30 days at most. Secrets are masked.',
    query: CallQuery,
    response: listSchema(ToolBindingCall),
    find: async ({ params }) => catalog.find('tools', params.toolId),
    handle: async ({ tx, agent, found, query }) => {
      const { state, limit, pageToken } = query
      const after = parsePageToken(pageToken, /^\d{1,15}$/)
      const rows = await listCalls(tx, agent, { toolId: found.id, state, after, limit })
      return toListPage(
        rows,
        limit,
        ({ cursor }) => cursor,
        ({ call }) => call,
      )
    },
  })
}

function usersRoute({ definitions, catalog }: ToolRouteDeps): Route {
  return agentRoute({
    role: 'viewer',
    scope: 'agents:read',
    tag,
    method: 'GET',
    path: '/tool-bindings/:toolId/users',
    summary: 'List the playbooks that call a tool',
    response: listSchema(ToolUser),
    find: async ({ params }) => catalog.find('tools', params.toolId),
    handle: async ({ tx, agent, found }) => ({ data: listToolUsers(await definitions.read(tx, agent), found.id) }),
  })
}

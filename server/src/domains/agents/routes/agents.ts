import { pageQuery } from '../../platform/http/page.ts'
import { agentRoute, orgRoute } from '../../platform/http/route.ts'
import { listOf } from '../../platform/http/schemas.ts'
import { Agent, AgentCreate, AgentPatch } from './agent.ts'
import { createAgent, refuseOtherFrameworks } from './agents.ts'
import { deleteAgent, type FoundAgent, listAgents, lockAgent, updateAgent } from './queries.ts'

const read = { role: 'viewer', scope: 'agents:read', tag: 'Agents' } as const
const write = { role: 'editor', scope: 'agents:write', tag: 'Agents' } as const

export const agentRoutes = [
  orgRoute({
    ...read,
    method: 'GET',
    path: '/agents',
    summary: 'List the agents of the org, newest first',
    query: pageQuery,
    answer: listOf(Agent),
    handle: ({ tx, org, query }) => listAgents(tx, org, query),
  }),
  orgRoute({
    ...write,
    method: 'POST',
    path: '/agents',
    summary: 'Create an agent',
    description: 'Without an `id` one is minted from the name; it never changes afterwards.',
    body: AgentCreate,
    answer: Agent,
    status: 201,
    problems: ['agent.framework.invalid', 'resource.conflict'],
    handle: async ({ tx, org, body, world }) => (await createAgent(tx, org, body, world)).agent,
  }),
  agentRoute({
    ...read,
    method: 'GET',
    path: '',
    summary: 'Read an agent',
    answer: Agent,
    // Read already, to admit the caller.
    handle: async ({ agent }) => (agent as FoundAgent).agent,
  }),
  agentRoute({
    ...write,
    method: 'PATCH',
    path: '',
    summary: 'Change name, description or identity of an agent',
    body: AgentPatch,
    answer: Agent,
    problems: ['agent.framework.invalid'],
    find: ({ tx, agent }) => lockAgent(tx, agent),
    handle: ({ tx, agent, body, world }) => {
      refuseOtherFrameworks(body)
      return updateAgent(tx, agent, body, world.now())
    },
  }),
  agentRoute({
    ...write,
    method: 'DELETE',
    path: '',
    summary: 'Delete an agent and everything it owns',
    find: ({ tx, agent }) => lockAgent(tx, agent),
    handle: ({ tx, agent }) => deleteAgent(tx, agent),
  }),
]

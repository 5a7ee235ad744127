import { patched } from '@parley/definition'
import { pageQuery } from '../../../platform/http/page.ts'
import { agentRoute, orgRoute, type Route } from '../../../platform/http/route.ts'
import { listOf } from '../../../platform/http/schemas.ts'
import { Agent, AgentCreate, AgentPatch } from '../agent.ts'
import { createAgent, refuseOtherFrameworks } from '../agents.ts'
import type { AgentDeps } from '../deps.ts'
import { deleteAgent, type FoundAgent, listAgents, lockAgent, readAgent } from '../queries.ts'
import { reading, writing } from './part.ts'

const tag = 'Agents'

export function agentRoutes(deps: AgentDeps): Route[] {
  const { announce, created, forgetPeople } = deps
  return [
    orgRoute({
      ...reading,
      tag,
      method: 'GET',
      path: '/agents',
      summary: 'List the agents of the org, newest first',
      query: pageQuery,
      answer: listOf(Agent),
      handle: ({ tx, org, query }) => listAgents(tx, org, query),
    }),
    orgRoute({
      ...writing,
      tag,
      method: 'POST',
      path: '/agents',
      summary: 'Create an agent',
      description: 'Without an `id` one is minted from the name; it never changes afterwards.',
      body: AgentCreate,
      answer: Agent,
      status: 201,
      problems: ['agent.framework.invalid', 'resource.conflict'],
      handle: async ({ tx, org, body, world }) => {
        const { agent } = await createAgent(tx, org, body, { world, created })
        await announce(tx, { orgId: org.id, type: 'agent.created', data: { agentId: agent.id, name: agent.name } })
        return agent
      },
    }),
    agentRoute({
      ...reading,
      tag,
      method: 'GET',
      path: '',
      summary: 'Read an agent',
      answer: Agent,
      // Read already, to admit the caller.
      handle: async ({ agent }) => (agent as FoundAgent).agent,
    }),
    patchRoute(deps),
    agentRoute({
      ...writing,
      tag,
      method: 'DELETE',
      path: '',
      summary: 'Delete an agent and everything it owns',
      find: ({ tx, agent }) => lockAgent(tx, agent),
      handle: async ({ tx, agent }) => {
        await forgetPeople(tx, agent)
        await deleteAgent(tx, agent)
        await announce(tx, { orgId: agent.orgId, type: 'agent.deleted', data: { agentId: agent.id } })
      },
    }),
  ]
}

function patchRoute({ definitions }: AgentDeps): Route {
  return agentRoute({
    ...writing,
    tag,
    method: 'PATCH',
    path: '',
    summary: 'Change name, description or identity of an agent',
    body: AgentPatch,
    answer: Agent,
    problems: ['agent.framework.invalid'],
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, body, world }) => {
      refuseOtherFrameworks(body)
      const { name, description, identity } = body
      await definitions.write(tx, agent, {
        locked: found,
        edit: (definition) => ({
          ...definition,
          agent: patched(definition.agent, { name, description }),
          identity: identity === null ? {} : patched(definition.identity, identity ?? {}),
        }),
        world,
      })
      return readAgent(tx, agent)
    },
  })
}

import { applyPatch } from '@parley/definition'
import { authorOf } from '../../../platform/http/authorize.ts'
import { pageQuery } from '../../../platform/http/page.ts'
import { agentRoute, orgRoute, type Route } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import { Agent, AgentCreate, AgentPatch } from '../agent.ts'
import { assertSupportedFramework, createAgent } from '../create-agent.ts'
import type { AgentDeps } from '../deps.ts'
import { type AgentRecord, deleteAgent, listAgents, lockAgent, readAgent, withDefinition } from '../queries.ts'
import { readAccess, writeAccess } from './section.ts'

const tag = 'Agents'

export function agentRoutes(deps: AgentDeps): Route[] {
  const { announce, definitions, onCreated, purgeAgentData } = deps
  return [
    orgRoute({
      ...readAccess,
      frontDesk: 'messages:read',
      limited: true,
      tag,
      method: 'GET',
      path: '/agents',
      summary: 'List the agents of the org, newest first',
      query: pageQuery,
      response: listSchema(Agent),
      handle: ({ tx, org, query }) => listAgents(tx, org, query),
    }),
    orgRoute({
      ...writeAccess,
      tag,
      method: 'POST',
      path: '/agents',
      summary: 'Create an agent',
      description: 'Without an `id`, one is generated from the name; it never changes.',
      body: AgentCreate,
      response: Agent,
      status: 201,
      problems: ['agent.framework.invalid', 'resource.conflict'],
      handle: async ({ tx, org, body, world, caller }) => {
        const { agent } = await createAgent(tx, org, body, { world, onCreated, author: authorOf(caller) })
        await announce(tx, { orgId: org.id, type: 'agent.created', data: { agentId: agent.id, name: agent.name } })
        return agent
      },
    }),
    agentRoute({
      ...readAccess,
      frontDesk: 'messages:read',
      tag,
      method: 'GET',
      path: '',
      summary: 'Read an agent',
      response: Agent,
      configuration: 'read',
      handle: async ({ tx, agent }) => {
        // Already loaded to authorize the caller.
        const own = (agent as AgentRecord).agent
        return agent.draft ? withDefinition(own, await definitions.read(tx, agent)) : own
      },
    }),
    patchRoute(deps),
    agentRoute({
      ...writeAccess,
      tag,
      method: 'DELETE',
      path: '',
      summary: 'Delete an agent and everything it owns',
      find: ({ tx, agent }) => lockAgent(tx, agent),
      handle: async ({ tx, agent }) => {
        await purgeAgentData(tx, agent)
        await deleteAgent(tx, agent)
        await announce(tx, { orgId: agent.orgId, type: 'agent.deleted', data: { agentId: agent.id } })
      },
    }),
  ]
}

function patchRoute({ definitions }: AgentDeps): Route {
  return agentRoute({
    ...writeAccess,
    configuration: 'write',
    tag,
    method: 'PATCH',
    path: '',
    summary: 'Change the name, description, identity or default country of an agent',
    body: AgentPatch,
    response: Agent,
    problems: ['agent.framework.invalid'],
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, body, world }) => {
      assertSupportedFramework(body)
      const { name, description, identity, defaultCountry } = body
      const written = await definitions.write(tx, agent, {
        locked: found,
        edit: (definition) => ({
          ...definition,
          agent: applyPatch(definition.agent, { name, description, defaultCountry }),
          identity: identity === null ? {} : applyPatch(definition.identity, identity ?? {}),
        }),
        world,
      })
      return withDefinition(await readAgent(tx, agent), written)
    },
  })
}

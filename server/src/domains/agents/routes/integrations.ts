import {
  type AgentDefinition,
  IntegrationBody,
  IntegrationDef,
  integrationId,
  isSameValue,
  memoize,
} from '@parley/definition'
import { z } from 'zod'
import { invalidRequest, problem } from '../../../platform/http/problem.ts'
import { agentRoute, type Route, RouteResponse } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { AgentDeps } from '../deps.ts'
import { integrationSecretName, SecretState, type SecretStates } from '../secrets/secrets.ts'
import { readAccess, writeAccess, writeProblems } from './section.ts'

const tag = 'Integrations'
const Integration = z.strictObject({ ...IntegrationDef.shape, auth: SecretState }).meta({
  id: 'Integration',
  examples: [
    {
      id: 'orders',
      description: 'Looks up an order',
      endpoint: { url: 'https://example.com/orders', method: 'POST' },
      auth: { set: false },
    },
  ],
})

function serializeIntegration(integration: IntegrationDef, states: SecretStates): z.input<typeof Integration> {
  return { ...withDefaults(integration), auth: states.of(integrationSecretName(integration.id)) }
}

const serializeIntegrations = memoize((integrations: IntegrationDef[]) =>
  memoize((states: SecretStates) => ({
    data: integrations.map((integration) => serializeIntegration(integration, states)).reverse(),
  })),
)

function withDefaults({ id, name = id, description, parameters = {}, endpoint }: IntegrationDef) {
  const { url, method = 'POST' } = endpoint
  return { id, name, description, parameters, endpoint: { url, method } }
}

const integrationNotFound = () => problem('tool.not_found', 404)

export function integrationRoutes(deps: AgentDeps): Route[] {
  const { definitions, secrets } = deps
  return [
    agentRoute({
      ...readAccess,
      configuration: 'read',
      tag,
      method: 'GET',
      path: '/integrations',
      summary: 'List the custom integrations',
      response: listSchema(Integration),
      handle: async ({ tx, agent }) => {
        const { integrations } = await definitions.read(tx, agent)
        return serializeIntegrations(integrations)(await secrets.states(tx, agent))
      },
    }),
    agentRoute({
      ...readAccess,
      configuration: 'read',
      tag,
      method: 'GET',
      path: '/integrations/:id',
      summary: 'Read a custom integration',
      response: Integration,
      problems: ['tool.not_found'],
      handle: async ({ tx, agent, params }) => {
        const { integrations } = await definitions.read(tx, agent)
        const integration = integrations.find(({ id }) => id === params.id)
        if (!integration) throw integrationNotFound()
        return serializeIntegration(integration, await secrets.states(tx, agent))
      },
    }),
    putRoute(deps),
    agentRoute({
      ...writeAccess,
      configuration: 'write',
      tag,
      method: 'DELETE',
      path: '/integrations/:id',
      summary: 'Delete a custom integration and its credential',
      problems: [...writeProblems, 'tool.not_found'],
      find: ({ tx, agent }) => definitions.lock(tx, agent),
      handle: async ({ tx, agent, found, params, world }) => {
        if (!found.definition.integrations.some(({ id }) => id === params.id)) throw integrationNotFound()
        const edit = (definition: AgentDefinition) => ({
          ...definition,
          integrations: definition.integrations.filter(({ id }) => id !== params.id),
        })
        await definitions.write(tx, agent, { locked: found, edit, world })
      },
    }),
  ]
}

function putRoute({ definitions, secrets }: AgentDeps): Route {
  return agentRoute({
    ...writeAccess,
    configuration: 'write',
    tag,
    method: 'PUT',
    path: '/integrations/:id',
    summary: 'Create or replace a custom integration',
    description:
      '`authHeader` is write-only: a string stores it, null clears it, and omitting it keeps it. Returns 201 if the integration is new.',
    body: IntegrationBody,
    bodyName: 'integration',
    response: Integration,
    otherResponses: { 201: 'Made' },
    problems: [...writeProblems, 'resource.conflict'],
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, params, body, world }) => {
      const { id } = params
      assertMatchingId(id, body.id)
      const stored = found.definition.integrations
      const isNew = !stored.some((integration) => integration.id === id)
      const record = withStoredDefaults({ id, ...body.record }, stored)
      const edit = (definition: AgentDefinition) => ({
        ...definition,
        integrations: isNew
          ? [...definition.integrations, record]
          : definition.integrations.map((integration) => (integration.id === id ? record : integration)),
      })
      await secrets.change(tx, agent, { [integrationSecretName(id)]: body.authHeader }, world)
      await definitions.write(tx, agent, { locked: found, edit, world, pathStyle: 'item' })
      return new RouteResponse(isNew ? 201 : 200, serializeIntegration(record, await secrets.states(tx, agent)))
    },
  })
}

/**
 * Returns the stored record when the sent one is equal to it with defaults applied, so writing back what was read
 * changes nothing.
 */
function withStoredDefaults(sent: IntegrationDef, stored: readonly IntegrationDef[]): IntegrationDef {
  const same = stored.find(({ id }) => id === sent.id)
  return same && isSameValue(withDefaults(same), withDefaults(sent)) ? same : sent
}

function assertMatchingId(id: string, sent: string | undefined): void {
  const malformed = integrationId.safeParse(id).error?.issues[0]?.message
  if (malformed) throw invalidRequest([{ field: 'integration.id', message: malformed }])
  if (sent !== undefined && sent !== id) {
    throw invalidRequest([{ field: 'integration.id', message: 'must be the id in the path, or omitted' }])
  }
}

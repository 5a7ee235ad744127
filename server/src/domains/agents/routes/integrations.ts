import {
  type AgentDefinition,
  type HttpIntegration,
  IntegrationBody,
  type IntegrationDef,
  integrationId,
  isSameValue,
  isServiceIntegration,
  listIntegrationTools,
  mergeToolListing,
  type ServiceIntegration,
  type ToolListing,
} from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, problem } from '../../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route, RouteResponse } from '../../../platform/http/route.ts'
import { listSchema } from '../../../platform/http/schemas.ts'
import type { AgentDeps } from '../deps.ts'
import { hasOtherCredentialTarget } from '../integrations/credential.ts'
import { readTools, type ToolReading } from '../integrations/read-tools.ts'
import { Integration, serializeIntegration, serializeIntegrations, withDefaults } from '../integrations/serializer.ts'
import { integrationSecretName, type SecretStates } from '../secrets/secrets.ts'
import { readAccess, writeAccess, writeProblems } from './section.ts'

const tag = 'Integrations'
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
      description: 'The documents of OpenAPI integrations are left out; read a single one for its document.',
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
        const integration = findIntegration(await definitions.read(tx, agent), params.id)
        if (!integration) throw integrationNotFound()
        return serializeIntegration(integration, await secrets.states(tx, agent))
      },
    }),
    putRoute(deps),
    refreshRoute(deps),
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
        if (!findIntegration(found.definition, params.id)) throw integrationNotFound()
        const edit = (definition: AgentDefinition) => ({
          ...definition,
          integrations: definition.integrations.filter(({ id }) => id !== params.id),
        })
        await definitions.write(tx, agent, { locked: found, edit, world })
      },
    }),
  ]
}

const findIntegration = ({ integrations }: AgentDefinition, id: string): IntegrationDef | undefined =>
  integrations.find((integration) => integration.id === id)

/** Replaces the integration with the same id, or adds it. */
const createPutEdit =
  (record: IntegrationDef) =>
  (definition: AgentDefinition): AgentDefinition => ({
    ...definition,
    integrations: findIntegration(definition, record.id)
      ? definition.integrations.map((integration) => (integration.id === record.id ? record : integration))
      : [...definition.integrations, record],
  })

function putRoute(deps: AgentDeps): Route {
  const { definitions, secrets } = deps
  return agentRoute({
    ...writeAccess,
    configuration: 'write',
    tag,
    method: 'PUT',
    path: '/integrations/:id',
    summary: 'Create or replace a custom integration',
    description:
      '`authHeader` and `auth.secret` are write-only: a string stores it, null clears it, and omitting it keeps it, ' +
      'unless the integration moves to another origin. The tools of the kinds mcp and openapi are read at once. ' +
      'Returns 201 if the integration is new.',
    body: IntegrationBody,
    bodyName: 'integration',
    response: Integration,
    otherResponses: { 201: 'Made' },
    problems: [...writeProblems, 'resource.conflict', 'agent.integration.too_many_tools'],
    prepare: async ({ tx, agent, params, body }) => {
      assertMatchingId(params.id, body.id)
      if (body.kind === 'http') return undefined
      const stored = findIntegration(await definitions.read(tx, agent), params.id)
      return readSentTools(toServiceIntegration(params.id, body, stored), { body, stored, tx, agent, deps })
    },
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, params, body, world, prepared }) => {
      const { id } = params
      const stored = findIntegration(found.definition, id)
      const record =
        body.kind === 'http'
          ? withStoredDefaults({ id, ...body.record }, stored)
          : withListing(toServiceIntegration(id, body, stored), stored, prepared as ToolListing)
      assertCredentialStays(stored, record, { body, states: await secrets.states(tx, agent) })
      await definitions.write(tx, agent, { locked: found, edit: createPutEdit(record), world, pathStyle: 'item' })
      // After the write, which deletes a credential that was meant for another origin.
      await secrets.change(tx, agent, { [integrationSecretName(id)]: body.secret }, world)
      return new RouteResponse(stored ? 200 : 201, serializeIntegration(record, await secrets.states(tx, agent)))
    },
  })
}

type ServiceBody = Exclude<IntegrationBody, { kind: 'http' }>
type SentTools = { body: ServiceBody; stored: IntegrationDef | undefined; tx: Db; agent: AgentKey; deps: AgentDeps }

async function readSentTools(integration: ServiceIntegration, sent: SentTools): Promise<ToolListing> {
  const { body, stored, tx, agent, deps } = sent
  const name = integrationSecretName(integration.id)
  // Before the request: a stored secret must not reach another server.
  if (integration.kind === 'mcp')
    assertCredentialStays(stored, integration, { body, states: await deps.secrets.states(tx, agent) })
  const secret = body.secret === undefined ? await deps.secrets.open(tx, agent, name) : (body.secret ?? undefined)
  return unwrapReading(await readTools(integration, { secret, isRefresh: false }, deps.toolReader))
}

function unwrapReading(read: ToolReading): ToolListing {
  if (read.ok) return read.listing
  throw invalidRequest(read.errors.map(({ field, message }) => ({ field: `integration.${field}`, message })))
}

/** An omitted `auth` keeps the stored one. */
function toServiceIntegration(id: string, body: ServiceBody, stored: IntegrationDef | undefined): ServiceIntegration {
  const kept = stored?.kind === body.kind ? stored.auth : undefined
  const auth = body.auth === undefined ? kept : (body.auth ?? undefined)
  return { id, ...body.record, ...(auth && { auth }) }
}

/** The tools that were known before still count if they come from the same server. */
function withListing(
  integration: ServiceIntegration,
  stored: IntegrationDef | undefined,
  read: ToolListing,
): ServiceIntegration {
  const isSame = stored?.kind === 'mcp' ? integration.kind === 'mcp' && integration.url === stored.url : false
  const isKnown = isSame || (stored?.kind === 'openapi' && integration.kind === 'openapi')
  const previous = isKnown ? (stored as ServiceIntegration).listing : undefined
  return { ...integration, listing: mergeToolListing(integration, previous, read) }
}

/** A stored credential was given for one origin: to send it to another, the caller must know it. */
function assertCredentialStays(
  stored: IntegrationDef | undefined,
  next: IntegrationDef,
  { body, states }: { body: IntegrationBody; states: SecretStates },
): void {
  if (!stored || body.secret !== undefined || !states.of(integrationSecretName(next.id)).set) return
  if (!hasOtherCredentialTarget(stored, next)) return
  const field = next.kind === undefined ? 'integration.authHeader' : 'integration.auth.secret'
  throw invalidRequest([{ field, message: 'must be sent again, because the address changed; null clears it' }])
}

function refreshRoute({ definitions, secrets, toolReader }: AgentDeps): Route {
  return agentRoute({
    ...writeAccess,
    tag,
    configuration: 'write',
    method: 'POST',
    path: '/integrations/:id/_refresh',
    summary: 'Read the tools of an integration again',
    description: 'Reads them from the MCP server or the OpenAPI document. An HTTP integration has none to read.',
    response: Integration,
    problems: [...writeProblems, 'tool.not_found', 'resource.conflict', 'agent.integration.too_many_tools'],
    prepare: async ({ tx, agent, params }) => {
      const integration = findIntegration(await definitions.read(tx, agent), params.id)
      if (!integration) throw integrationNotFound()
      if (!isServiceIntegration(integration)) return undefined
      const secret = await secrets.open(tx, agent, integrationSecretName(params.id))
      return unwrapReading(await readTools(integration, { secret, isRefresh: true }, toolReader))
    },
    find: ({ tx, agent }) => definitions.lock(tx, agent),
    handle: async ({ tx, agent, found, params, world, prepared }) => {
      const stored = findIntegration(found.definition, params.id)
      if (!stored) throw integrationNotFound()
      const states = await secrets.states(tx, agent)
      if (!isServiceIntegration(stored)) return serializeIntegration(stored, states)
      const record = refreshListing(stored, prepared as ToolListing, states)
      await definitions.write(tx, agent, { locked: found, edit: createPutEdit(record), world, pathStyle: 'item' })
      return serializeIntegration(record, await secrets.states(tx, agent))
    },
  })
}

function refreshListing(stored: ServiceIntegration, read: ToolListing, states: SecretStates): ServiceIntegration {
  const next = { ...stored, listing: mergeToolListing(stored, stored.listing, read) }
  const hasSecret = states.of(integrationSecretName(stored.id)).set
  if (!hasSecret || !hasOtherCredentialTarget(stored, next)) return next
  const statusDetail = 'The document now names another server. Save the integration again, with its secret.'
  return {
    ...stored,
    listing: {
      ...(stored.listing ?? { tools: [...listIntegrationTools(stored)] }),
      status: 'unauthorized',
      statusDetail,
    },
  }
}

/**
 * Returns the stored record when the sent one is equal to it with defaults applied, so writing back what was read
 * changes nothing.
 */
function withStoredDefaults(sent: HttpIntegration, stored: IntegrationDef | undefined): HttpIntegration {
  if (!stored || stored.kind !== undefined) return sent
  return isSameValue(withDefaults(stored), withDefaults(sent)) ? stored : sent
}

function assertMatchingId(id: string, sent: string | undefined): void {
  const malformed = integrationId.safeParse(id).error?.issues[0]?.message
  if (malformed) throw invalidRequest([{ field: 'integration.id', message: malformed }])
  if (sent !== undefined && sent !== id) {
    throw invalidRequest([{ field: 'integration.id', message: 'must be the id in the path, or omitted' }])
  }
}

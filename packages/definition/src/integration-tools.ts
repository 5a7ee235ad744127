import { ChangeRejectedError } from './change-rejected.ts'
import type { AgentDefinition } from './definition.ts'
import type { ToolKnowledge } from './flow/vocabulary.ts'
import type { IntegrationDef, ServiceIntegration } from './integrations.ts'
import { memoize } from './memoize.ts'
import type { OperationRequest } from './openapi/operation.ts'
import { isSameValue } from './same-value.ts'

/** The tools of integrations: those that an MCP server lists, or the operations of an OpenAPI document. */

export type IntegrationTool = {
  name: string
  description: string
  /** JSON Schema of an object: the arguments by name. */
  parameters: Record<string, unknown>
  readOnly: boolean
  /** How an operation of an OpenAPI document is called. */
  request?: OperationRequest
}

export const integrationStatuses = ['ok', 'unreachable', 'unauthorized'] as const

/** What the last readings of a service found. */
export type ToolListing = {
  status: (typeof integrationStatuses)[number]
  statusDetail?: string
  /** When the tools were last read successfully; absent if they never were. */
  refreshedAt?: string
  tools: IntegrationTool[]
  /** Names of tools that the service listed before and does not list any more. */
  vanished?: string[]
  /** Where the operations of an OpenAPI document are called. */
  baseUrl?: string
}

/** Short enough for an action step, and without characters that it cannot contain. */
export const toolNamePattern = /^[^\s\p{C}]{1,120}$/u

const maxToolsPerIntegration = 40
const maxToolsPerAgent = 100
const maxVanished = 200

const noTools: readonly IntegrationTool[] = []

export function listIntegrationTools(integration: IntegrationDef): readonly IntegrationTool[] {
  return integration.kind === undefined ? noTools : (integration.listing?.tools ?? noTools)
}

const toolsByName = memoize(
  (integration: IntegrationDef): ReadonlyMap<string, IntegrationTool> =>
    new Map(listIntegrationTools(integration).map((tool) => [tool.name, tool])),
)

export function findIntegrationTool(
  { integrations }: Pick<AgentDefinition, 'integrations'>,
  { id, tool }: { id: string; tool: string },
): { integration: ServiceIntegration; tool: IntegrationTool } | undefined {
  const integration = integrations.find((one) => one.id === id)
  const found = integration && toolsByName(integration).get(tool)
  return found && { integration: integration as ServiceIntegration, tool: found }
}

/** The name of a tool in turn records, stubs and checks: `crm.lookup`, or the id of an HTTP integration. */
export function getIntegrationToolName(integration: Pick<IntegrationDef, 'id' | 'kind'>, tool: string): string {
  return integration.kind === undefined ? integration.id : `${integration.id}.${tool}`
}

/** The tools as action steps name them: `integration:crm.lookup`. */
export function listIntegrationActions(integration: IntegrationDef): string[] {
  if (integration.kind === undefined) return [`integration:${integration.id}.call`]
  return listIntegrationTools(integration).map(({ name }) => `integration:${integration.id}.${name}`)
}

export function listIntegrationToolNames(integration: IntegrationDef): string[] {
  if (integration.kind === undefined) return [integration.id]
  return listIntegrationTools(integration).map(({ name }) => getIntegrationToolName(integration, name))
}

export function describeToolKnowledge(integration: IntegrationDef | undefined, tool: string): ToolKnowledge {
  if (!integration) return 'unread'
  if (integration.kind === undefined) return tool === 'call' ? 'known' : 'notCallable'
  if (toolsByName(integration).has(tool)) return 'known'
  if (integration.listing?.vanished?.includes(tool)) return 'vanished'
  return integration.listing?.refreshedAt === undefined ? 'unread' : 'unknown'
}

/** The names of tools that the operator chose; undefined for all of them. */
const chosenNames = (integration: ServiceIntegration): readonly string[] | undefined =>
  integration.kind === 'mcp' ? integration.allow : integration.operations

/** Whether both have the same tools, so that those of one can be used for the other. */
export function isSameToolSource(one: IntegrationDef | undefined, other: IntegrationDef): boolean {
  return one !== undefined && isSameValue(sourceOf(one), sourceOf(other))
}

function sourceOf(integration: IntegrationDef): unknown {
  if (integration.kind === undefined) return [integration.endpoint.url]
  if (integration.kind === 'mcp') return ['mcp', integration.url, integration.allow ?? null]
  const { document, documentUrl, serverUrl, operations } = integration
  return ['openapi', document ?? null, documentUrl ?? null, serverUrl ?? null, operations ?? null]
}

/**
 * Combines a new reading with the one before. A reading that failed keeps the tools; a successful one remembers the
 * names that vanished, because flows may still call them.
 */
export function mergeToolListing(
  integration: ServiceIntegration,
  previous: ToolListing | undefined,
  read: ToolListing,
): ToolListing {
  const chosen = chosenNames(integration)
  const isChosen = (name: string) => chosen === undefined || chosen.includes(name)
  const tools = (previous?.tools ?? []).filter(({ name }) => isChosen(name))
  if (read.status !== 'ok') {
    const { refreshedAt, vanished, baseUrl } = previous ?? {}
    return {
      ...read,
      tools,
      ...(refreshedAt !== undefined && { refreshedAt }),
      ...(vanished && { vanished }),
      ...(baseUrl !== undefined && { baseUrl }),
    }
  }
  const present = new Set(read.tools.map(({ name }) => name))
  const before = new Set([...tools.map(({ name }) => name), ...(previous?.vanished ?? [])])
  const vanished = [...before].filter((name) => !present.has(name) && isChosen(name)).slice(0, maxVanished)
  return vanished.length > 0 ? { ...read, vanished } : read
}

/** Rejects a change after which an integration or the agent has too many tools. */
export function assertToolLimits({ integrations }: AgentDefinition): void {
  let total = 0
  for (const [index, integration] of integrations.entries()) {
    const { length } = listIntegrationTools(integration)
    total += length
    if (length > maxToolsPerIntegration) {
      const choose = integration.kind === 'mcp' ? 'allow' : 'operations'
      throw tooManyTools(
        index,
        `has ${length} tools; an integration has at most ${maxToolsPerIntegration}: choose with ${choose}`,
      )
    }
    if (total > maxToolsPerAgent)
      throw tooManyTools(index, `brings the agent to ${total} tools; an agent has at most ${maxToolsPerAgent}`)
  }
}

function tooManyTools(index: number, message: string): ChangeRejectedError {
  return new ChangeRejectedError('agent.integration.too_many_tools', {
    detail: `The integration ${message}.`,
    errors: [{ field: `integrations.custom[${index}]`, message }],
  })
}

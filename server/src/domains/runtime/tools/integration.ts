import {
  getIntegrationToolName,
  type HttpIntegration,
  type IntegrationTool,
  listIntegrationTools,
  type ServiceIntegration,
} from '@parley/definition'
import type { AgentTool, IntegrationToolCall } from '../deps.ts'
import { failedOutcome } from './outcome.ts'

/** A service of the operator, identified by its id. Its response is untrusted data. */
export const createIntegrationTool = ({ id, name, description, parameters = {} }: HttpIntegration): AgentTool => ({
  name: id,
  description: name && name !== id ? `${name}. ${description}` : description,
  parameters: { type: 'object', properties: {}, ...parameters },
  hasSideEffects: true,
  hidesSecrets: true,
  async run(given, { actions }) {
    const called = await actions.callIntegration(id, given)
    if (!called.ok) return failedOutcome(called.reason)
    return { ok: true, result: { answer: called.value }, value: called.value }
  },
})

type Caller = Pick<IntegrationToolCall, 'calledBy' | 'playbookId'>

/** The tools of an MCP server or an OpenAPI service, as `<integrationId>.<tool>`. */
export function createServiceTools(integration: ServiceIntegration, caller: Caller): AgentTool[] {
  return listIntegrationTools(integration).map((tool) => createServiceTool(integration, tool, caller))
}

/** Two attempts of ten seconds, and the wait between them. */
const maxMilliseconds = 25_000

export const createServiceTool = (
  integration: ServiceIntegration,
  { name: tool, description, parameters, readOnly }: IntegrationTool,
  caller: Caller,
): AgentTool => ({
  name: getIntegrationToolName(integration, tool),
  description,
  parameters,
  hasSideEffects: !readOnly,
  recordsCalls: true,
  hidesSecrets: true,
  returnsForeignData: true,
  timeoutMilliseconds: maxMilliseconds,
  async run(given, { actions, signal }) {
    const called = await actions.callIntegrationTool({ integrationId: integration.id, tool, given, ...caller, signal })
    if (!called.ok) return failedOutcome(called.reason)
    return { ok: true, result: { answer: called.value }, value: called.value }
  },
})

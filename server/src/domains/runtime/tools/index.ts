import { type AgentDefinition, type AgentPlaybook, memoize } from '@parley/definition'
import { appointments } from '../../scheduling/index.ts'
import type { AgentTool } from '../deps.ts'
import { cancelTool, createBookTool, rescheduleTool } from './appointments.ts'

import { contactTool } from './contact.ts'
import { createIntegrationTool } from './integration.ts'
import { notifyTeamTool } from './notify-team.ts'
import { createOfferTimesTool } from './offer-times.ts'

import { createSaveTool } from './save.ts'
import { searchTool } from './search.ts'

/**
 * Returns the tools of a playbook: those of the capabilities in its `uses` that are configured, plus those that every
 * playbook has.
 */
export function listTools(definition: AgentDefinition, { uses }: Pick<AgentPlaybook, 'uses'>): AgentTool[] {
  const offered = toolsByCapability(definition)
  return [...uses.flatMap((capability) => offered.get(capability) ?? []), searchTool, contactTool]
}

/** Tools by the values of `uses`; a capability that is not configured has none. */
const toolsByCapability = memoize(
  (definition: AgentDefinition): ReadonlyMap<string, readonly AgentTool[]> =>
    new Map<string, readonly AgentTool[]>([
      ['scheduling', schedulingTools(definition)],
      ['people', [createSaveTool(definition)]],
      ['notify', definition.notifications.operator ? [notifyTeamTool] : []],
      ...definition.integrations.map((one): [string, AgentTool[]] => [
        `integration:${one.id}`,
        [createIntegrationTool(one)],
      ]),
    ]),
)

function schedulingTools(definition: AgentDefinition): AgentTool[] {
  if (!appointments.hasHours(definition.scheduling)) return []
  return [createOfferTimesTool(definition), createBookTool(definition), rescheduleTool, cancelTool]
}

import {
  type AgentDefinition,
  type AgentPlaybook,
  isServiceIntegration,
  listEnabledLocations,
  memoize,
} from '@parley/definition'
import { appointments } from '../../scheduling/index.ts'
import type { AgentTool, TurnInput } from '../deps.ts'
import { cancelTool, createBookTool, rescheduleTool } from './appointments.ts'
import { createCatalogTool } from './catalog-tool.ts'
import { chooseLocationTool } from './choose-location.ts'
import { contactTool } from './contact.ts'
import { createIntegrationTool, createServiceTools } from './integration.ts'
import { notifyTeamTool } from './notify-team.ts'
import { createOfferTimesTool } from './offer-times.ts'

import { createSaveTool } from './save.ts'
import { searchTool } from './search.ts'

/**
 * Returns the tools of a playbook: those of the capabilities in its `uses` that are configured, the tools of the catalog
 * in its `toolRefs` that can be called, and those that every playbook has.
 */
export function listTools(
  { definition, catalogTools }: Pick<TurnInput, 'definition' | 'catalogTools'>,
  { id, uses, toolRefs = [] }: Pick<AgentPlaybook, 'id' | 'uses' | 'toolRefs'>,
): AgentTool[] {
  const offered = toolsByCapability(definition)
  const referenced = catalogTools.filter((tool) => toolRefs.includes(tool.id))
  return [
    ...uses.flatMap((capability) => offered.get(capability) ?? []),
    ...definition.integrations
      .filter(isServiceIntegration)
      .filter((one) => uses.includes(`integration:${one.id}`))
      .flatMap((one) => createServiceTools(one, { calledBy: 'model', playbookId: id })),
    ...referenced.map((tool) => createCatalogTool(tool, { calledBy: 'model', playbookId: id })),
    ...(listEnabledLocations(definition.locations).length > 1 ? [chooseLocationTool] : []),
    searchTool,
    contactTool,
  ]
}

/** Tools by the values of `uses`; a capability that is not configured has none. */
const toolsByCapability = memoize(
  (definition: AgentDefinition): ReadonlyMap<string, readonly AgentTool[]> =>
    new Map<string, readonly AgentTool[]>([
      ['scheduling', schedulingTools(definition)],
      ['people', [createSaveTool(definition)]],
      ['notify', definition.notifications.operator ? [notifyTeamTool] : []],
      ...definition.integrations.flatMap((one): [string, AgentTool[]][] =>
        one.kind === undefined ? [[`integration:${one.id}`, [createIntegrationTool(one)]]] : [],
      ),
    ]),
)

function schedulingTools(definition: AgentDefinition): AgentTool[] {
  if (!appointments.hasHours(definition.scheduling, listEnabledLocations(definition.locations))) return []
  return [createOfferTimesTool(definition), createBookTool(definition), rescheduleTool, cancelTool]
}

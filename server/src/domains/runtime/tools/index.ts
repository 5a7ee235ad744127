import { type AgentDefinition, type AgentPlaybook, remembered } from '@parley/definition'
import { appointments } from '../../scheduling/index.ts'
import type { Tool } from '../deps.ts'
import { book } from './book.ts'
import { cancel } from './cancel.ts'
import { contact } from './contact.ts'
import { integration } from './integration.ts'
import { notifyTeam } from './notify-team.ts'
import { offerTimes } from './offer-times.ts'
import { reschedule } from './reschedule.ts'
import { save } from './save.ts'
import { search } from './search.ts'

/** What a playbook is offered: the tools of the capabilities in its `uses` that are there, and what every one has. */
export function toolsOf(definition: AgentDefinition, { uses }: Pick<AgentPlaybook, 'uses'>): Tool[] {
  const offered = capabilitiesOf(definition)
  return [...uses.flatMap((capability) => offered.get(capability) ?? []), search, contact]
}

/** By the words of `uses`; one that is not set up has no tools. */
const capabilitiesOf = remembered(
  (definition: AgentDefinition): ReadonlyMap<string, readonly Tool[]> =>
    new Map<string, readonly Tool[]>([
      ['scheduling', schedulingTools(definition)],
      ['people', [save(definition)]],
      ['notify', definition.notifications.operator ? [notifyTeam] : []],
      ...definition.integrations.map((one): [string, Tool[]] => [`integration:${one.id}`, [integration(one)]]),
    ]),
)

function schedulingTools(definition: AgentDefinition): Tool[] {
  if (!appointments.hasHours(definition.scheduling)) return []
  return [offerTimes(definition), book(definition), reschedule, cancel]
}

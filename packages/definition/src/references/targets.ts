import type { AgentDefinition } from '../definition.ts'
import { memoize } from '../memoize.ts'
import type { TargetKind } from './reference.ts'

/** What of a definition can be named, and by which id. */

export const capabilities = ['scheduling', 'people', 'notify', 'knowledge'] as const

type Ids = (definition: AgentDefinition) => ReadonlySet<string>

const byId = memoize((list: readonly { id: string }[]): ReadonlySet<string> => new Set(list.map(({ id }) => id)))
const byKey = memoize((list: readonly { key: string }[]): ReadonlySet<string> => new Set(list.map(({ key }) => key)))
const capabilitySet: ReadonlySet<string> = new Set(capabilities)

const targets: Partial<Record<TargetKind, Ids>> = {
  template: ({ messageTemplates }) => byId(messageTemplates),
  playbook: ({ playbooks }) => byId(playbooks),
  goal: ({ goals }) => byId(goals.goals),
  integration: ({ integrations }) => byId(integrations),
  capability: () => capabilitySet,
  peopleField: ({ peopleFields }) => byKey(peopleFields),
  thing: ({ things }) => byId(things),
  collection: ({ collections }) => byId(collections),
  outreach: ({ outreaches }) => byId(outreaches),
}

/** Whether the definition holds it; undefined for what lies outside any definition: media items and tools. */
export function hasTarget(definition: AgentDefinition, to: TargetKind, id: string): boolean | undefined {
  return targets[to]?.(definition).has(id)
}

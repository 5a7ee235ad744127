import type { AgentDefinition } from '../definition.ts'
import { memoize } from '../memoize.ts'
import type { TargetKind } from './reference.ts'

/** The parts of a definition that can be referenced, and their ids. */

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

/**
 * Returns whether the definition contains the target; undefined for media items and tools, which are outside any
 * definition.
 */
export function hasTarget(definition: AgentDefinition, to: TargetKind, id: string): boolean | undefined {
  return targets[to]?.(definition).has(id)
}

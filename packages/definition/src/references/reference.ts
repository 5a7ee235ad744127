import type { FieldError, PathSegment } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { memoize } from '../memoize.ts'

export const referenceTargetKinds = [
  'template',
  'playbook',
  'goal',
  'integration',
  'capability',
  'peopleField',
  'thing',
  'collection',
  'outreach',
  'location',
  'representative',
  'media',
  'tool',
] as const
export type TargetKind = (typeof referenceTargetKinds)[number]

export const targetNames: Record<TargetKind, string> = {
  template: 'message template',
  playbook: 'playbook',
  goal: 'Goal',
  integration: 'integration',
  capability: 'capability',
  peopleField: 'People field',
  thing: 'Thing',
  collection: 'collection',
  outreach: 'Outreach',
  location: 'location',
  representative: 'representative',
  media: 'media item',
  tool: 'tool',
}

/** One location inside an item that references something. */
export type ReferenceSite = {
  to: TargetKind
  id: string
  path: PathSegment[]
  /** The lint code to use when the target is missing. */
  code: string
  /** An id field must name an existing item; a text may name anything, and a missing target is only a warning. */
  mustExist: boolean
}

/** A reference from a path of the export document to its target. */
export type DefinitionReference = ReferenceSite & {
  /** The site itself: the same object until its item is rewritten. */
  place: ReferenceSite
  user: string
  field: string
  /** Identifies the same site in another version of the document: uses the item's id and no positions. */
  key: string
}

export function createReferenceError(reference: DefinitionReference, message: string): FieldError {
  return { field: reference.field, code: reference.code, message }
}

export const describeTarget = ({ to, id }: Pick<ReferenceSite, 'to' | 'id'>): string => `the ${targetNames[to]} ${id}`

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
  location: ({ locations }) => byId(locations),
  representative: ({ scheduling }) => byId(scheduling.representatives),
}

/**
 * Returns whether the definition contains the target; undefined for media items and tools, which are outside any
 * definition.
 */
export function hasTarget(definition: AgentDefinition, to: TargetKind, id: string): boolean | undefined {
  return targets[to]?.(definition).has(id)
}

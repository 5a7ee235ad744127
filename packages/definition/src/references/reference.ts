import type { FieldError, PathSegment } from '@parley/findings'

/** What can be named by something else of the agent. */
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
  media: 'media item',
  tool: 'tool',
}

/** One place inside an item that names something. */
export type ReferenceSite = {
  to: TargetKind
  id: string
  path: PathSegment[]
  /** The lint code of such a place when it names nothing. */
  code: string
  /** An id field must name what exists; a text may name anything, and what it names in vain is a warning. */
  mustExist: boolean
}

/** Who names whom, from which path of the export document. */
export type DefinitionReference = ReferenceSite & {
  /** The place itself: the same object as long as its item is not written anew. */
  place: ReferenceSite
  user: string
  field: string
  /** The same place in another version of the document: by the user's id and without positions. */
  key: string
}

export function referenceError(reference: DefinitionReference, message: string): FieldError {
  return { field: reference.field, code: reference.code, message }
}

export const describeTarget = ({ to, id }: Pick<ReferenceSite, 'to' | 'id'>): string => `the ${targetNames[to]} ${id}`

import {
  formatFieldPath,
  type IncrementalTask,
  mapIncrementally,
  type PathSegment,
  runToCompletion,
} from '@parley/findings'
import { type AgentDefinition, type SectionName, sectionPaths } from '../definition.ts'
import {
  extractAssignment,
  extractExamples,
  extractFlow,
  extractId,
  extractIds,
  extractTemplate,
  extractTextMarkers,
  extractUses,
  type ReferenceExtractor,
} from './extractors.ts'
import type { DefinitionReference, ReferenceSite } from './reference.ts'

/**
 * The reference graph, declared once: which field references what. Integrity, lint and "used by" all read this table.
 */

type ItemOf<S extends SectionName> = AgentDefinition[S] extends (infer Item)[] ? Item : NonNullable<AgentDefinition[S]>
type Source<S extends SectionName> = {
  section: S
  /** The name of the referencing item for use in a sentence. */
  user(item: ItemOf<S>): string
  /** Distinguishes the item from its siblings; empty for a section that is a single item. */
  id(item: ItemOf<S>): string
  names: ReferenceExtractor<ItemOf<S>>[]
}

const source = <S extends SectionName>(of: Source<S>): Source<SectionName> => of as unknown as Source<SectionName>
const quoted = (word: string, name: string) => `${word} “${name}”`

const sources: Source<SectionName>[] = [
  source({
    section: 'goals',
    user: () => 'the default Goal',
    id: () => '',
    names: [extractAssignment('defaultGoal', 'goals')],
  }),
  source({
    section: 'playbooks',
    user: ({ name }) => quoted('playbook', name),
    id: ({ id }) => id,
    names: [
      extractIds('messageTemplateRefs', 'template', 'playbook.template.unknown'),
      extractIds('toolRefs', 'tool', 'playbook.tool.unknown'),
      extractUses('playbook.uses.unknown'),
      extractAssignment('goal', 'playbook'),
      extractTextMarkers('whenToUse', 'playbook'),
      extractTextMarkers('body', 'playbook'),
      extractExamples('playbook'),
      extractFlow(),
      extractId('outreachId', 'outreach', 'playbook.outreach.unknown'),
    ],
  }),
  source({
    section: 'messageTemplates',
    user: ({ name }) => quoted('message template', name),
    id: ({ id }) => id,
    names: [extractTemplate()],
  }),
  source({
    section: 'things',
    user: ({ name }) => quoted('Thing', name),
    id: ({ id }) => id,
    names: [
      extractIds('collections', 'collection', 'thing.collection.unknown'),
      ({ media }): ReferenceSite[] =>
        media === undefined
          ? []
          : [{ to: 'media', id: media, path: ['media'], code: 'thing.media.unknown', mustExist: false }],
    ],
  }),
  source({
    section: 'facts',
    user: ({ question }) => quoted('Fact', question),
    id: ({ id }) => id,
    names: [
      extractIds('scope.playbookIds', 'playbook', 'fact.playbook.unknown'),
      extractIds('scope.locationIds', 'location', 'fact.location.unknown'),
      extractTextMarkers('answer', 'fact'),
    ],
  }),
  source({
    section: 'locations',
    user: ({ name }) => quoted('location', name),
    id: ({ id }) => id,
    names: [extractIds('representativeIds', 'representative', 'location.representative.unknown')],
  }),
  source({
    section: 'scheduling',
    user: () => 'the appointment reminder',
    id: () => '',
    names: [extractId('reminders.playbookId', 'playbook', 'scheduling.playbook.unknown')],
  }),
  source({
    section: 'outreaches',
    user: ({ name }) => quoted('Outreach', name),
    id: ({ id }) => id,
    names: [
      extractId('openerTemplateId', 'template', 'outreach.template.unknown'),
      extractId('followUp.templateId', 'template', 'outreach.template.unknown'),
      extractId('playbookId', 'playbook', 'outreach.playbook.unknown'),
      extractAssignment('goal', 'outreach'),
    ],
  }),
  source({
    section: 'automatedOutreach',
    user: ({ name }) => quoted('automated Outreach', name),
    id: ({ id }) => id,
    names: [
      extractId('outreachId', 'outreach', 'outreach.outreach.unknown'),
      extractId('trigger.date.field', 'peopleField', 'outreach.field.unknown'),
    ],
  }),
  source({
    section: 'sequences',
    user: ({ name }) => quoted('sequence', name),
    id: ({ id }) => id,
    names: [
      ({ steps }): ReferenceSite[] =>
        steps.map(({ outreachId: id }, index) => ({
          to: 'outreach',
          id,
          path: ['steps', index, 'outreachId'],
          code: 'sequence.outreach.unknown',
          mustExist: true,
        })),
      extractId('entry.date.field', 'peopleField', 'sequence.field.unknown'),
    ],
  }),
]

export function listReferences(definition: AgentDefinition): DefinitionReference[] {
  return runToCompletion(listReferencesIncrementally(definition))
}

export function* listReferencesIncrementally(definition: AgentDefinition): IncrementalTask<DefinitionReference[]> {
  const sections: DefinitionReference[][] = []
  for (const source of sources) sections.push(yield* sectionReferences(source, definition[source.section]))
  return sections.flat()
}

/** Sections are immutable, so one scan of an unchanged section serves every version that contains it. */
const known = new WeakMap<object, DefinitionReference[]>()

function* sectionReferences(
  source: Source<SectionName>,
  value: AgentDefinition[SectionName],
): IncrementalTask<DefinitionReference[]> {
  if (value === null) return []
  const found = known.get(value)
  if (found) return found
  const path = sectionPaths[source.section]
  const made = Array.isArray(value)
    ? yield* mapIncrementally(value as object[], (item, index) => itemReferences(source, item, [...path, index]))
    : [itemReferences(source, value as never, [...path])]
  const references = made.flat()
  known.set(value, references)
  return references
}

const named = new WeakMap<object, ReferenceSite[]>()

function itemReferences(source: Source<SectionName>, item: object, at: PathSegment[]): DefinitionReference[] {
  let places = named.get(item)
  if (!places) {
    places = source.names.flatMap((names) => names(item as never))
    named.set(item, places)
  }
  const user = { section: source.section, name: source.user(item as never), id: source.id(item as never), at }
  return places.map((place) => new ItemReference(place, user))
}

type User = { section: SectionName; name: string; id: string; at: PathSegment[] }

/** Computes `field` and `key` lazily: only broken references need them, and those are few. */
class ItemReference implements DefinitionReference {
  readonly place: ReferenceSite
  readonly to: ReferenceSite['to']
  readonly id: string
  readonly #user: User
  constructor(place: ReferenceSite, user: User) {
    this.place = place
    this.to = place.to
    this.id = place.id
    this.#user = user
  }
  get path(): PathSegment[] {
    return this.place.path
  }
  get code(): string {
    return this.place.code
  }
  get mustExist(): boolean {
    return this.place.mustExist
  }
  get user(): string {
    return this.#user.name
  }
  get field(): string {
    return formatFieldPath([...this.#user.at, ...this.place.path])
  }
  get key(): string {
    const inside = this.place.path.filter((segment) => typeof segment === 'string').join('.')
    return JSON.stringify([this.#user.section, this.#user.id, inside, this.to, this.id])
  }
}

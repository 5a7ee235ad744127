import { type AgentDefinition, type SectionName, sectionNames, sectionPaths } from '../definition.ts'
import type { AgentFact } from '../facts.ts'
import { isSameValue } from '../same-value.ts'

/**
 * The parts of a definition that two editors can change independently: an item of a list, found by its id, or a field
 * of an object. Diffs and merges compare units, so that the position of an item never matters.
 */
export type DefinitionUnit = { section: SectionName; path: string; value: unknown }

/** The units of a section by path, and the ids of each of its lists in order. */
export type SectionUnits = { units: Map<string, DefinitionUnit>; orders: Map<string, string[]> }

type SectionShape =
  /** A list of items with unique ids. */
  | { kind: 'list'; id: string }
  /** An object compared field by field; `lists` names fields that are lists of items. */
  | { kind: 'fields'; lists?: Readonly<Record<string, string>> }
  /** A value that makes sense only as a whole. */
  | { kind: 'whole' }

const byId = { kind: 'list', id: 'id' } as const

const shapes: Record<SectionName, SectionShape> = {
  agent: { kind: 'fields' },
  identity: { kind: 'fields' },
  personality: { kind: 'whole' },
  objectives: byId,
  goals: { kind: 'fields', lists: { goals: 'id' } },
  playbooks: byId,
  standingInstructions: { kind: 'whole' },
  guardrails: { kind: 'fields' },
  rules: byId,
  messageTemplates: byId,
  toolBindings: { kind: 'list', id: 'toolId' },
  things: byId,
  collections: byId,
  facts: byId,
  peopleFields: { kind: 'list', id: 'key' },
  locations: byId,
  scheduling: { kind: 'fields', lists: { representatives: 'id' } },
  notifications: { kind: 'fields' },
  integrations: byId,
  outreaches: byId,
  automatedOutreach: byId,
  sequences: byId,
  sendingSettings: { kind: 'fields' },
}

/** Takes a section apart. Values that are null, or empty as a whole, have no unit. */
export function splitSection(section: SectionName, value: unknown): SectionUnits {
  const split: SectionUnits = { units: new Map(), orders: new Map() }
  const path = sectionPaths[section].join('.')
  const shape = shapes[section]
  const add = (at: string, own: unknown) => split.units.set(at, { section, path: at, value: own })
  if (shape.kind === 'whole') {
    if (!isBlank(value)) add(path, value)
  } else if (shape.kind === 'list') {
    splitList(split, section, { path, items: value as readonly object[], id: shape.id })
  } else {
    for (const [field, own] of Object.entries(value as object)) {
      const id = shape.lists?.[field]
      if (id !== undefined) splitList(split, section, { path: `${path}.${field}`, items: own, id })
      else if (own !== undefined) add(`${path}.${field}`, own)
    }
  }
  return split
}

type ItemList = { path: string; items: readonly object[]; id: string }

function splitList({ units, orders }: SectionUnits, section: SectionName, { path, items, id }: ItemList): void {
  const ids = items.map((item) => String((item as Record<string, unknown>)[id]))
  orders.set(path, ids)
  for (const [index, item] of items.entries()) {
    const at = itemPath(path, ids[index] as string)
    units.set(at, { section, path: at, value: item })
  }
}

export const itemPath = (list: string, id: string): string => `${list}[${id}]`

const isBlank = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** The inverse of `splitSection`. An item that its order does not list is left out. */
export function joinSection(section: SectionName, { units, orders }: SectionUnits): unknown {
  const path = sectionPaths[section].join('.')
  const shape = shapes[section]
  const listOf = (at: string) =>
    (orders.get(at) ?? []).flatMap((id) => {
      const unit = units.get(itemPath(at, id))
      return unit ? [unit.value] : []
    })
  if (shape.kind === 'list') return listOf(path)
  if (shape.kind === 'whole') return units.get(path)?.value ?? (section === 'standingInstructions' ? [] : null)
  const lists = Object.keys(shape.lists ?? {})
  const fields = [...units.values()].flatMap(({ path: at, value }): [string, unknown][] => {
    const field = at.slice(path.length + 1)
    return lists.some((list) => field.startsWith(`${list}[`)) ? [] : [[field, value]]
  })
  return Object.fromEntries([...fields, ...lists.map((list) => [list, listOf(`${path}.${list}`)])])
}

/** Replaces sections and keeps the objects of all others, so that values cached for them stay valid. */
export function withSections(
  definition: AgentDefinition,
  sections: ReadonlyMap<SectionName, unknown>,
): AgentDefinition {
  const next = { ...definition } as Record<SectionName, unknown>
  for (const name of sectionNames) if (sections.has(name)) next[name] = sections.get(name)
  return next as AgentDefinition
}

/** Compares two values of a unit. The time stamp of a Fact is no content: two editors may make the same change. */
export function isSameUnitValue(section: SectionName, one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (section !== 'facts') return isSameValue(one, other)
  const [{ updatedAt: _, ...first }, { updatedAt: __, ...second }] = [one as AgentFact, other as AgentFact]
  return isSameValue(first, second)
}

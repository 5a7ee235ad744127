import { groupBy, type IncrementalTask, runToCompletion } from '@parley/findings'
import { type AgentDefinition, type SectionName, sectionNames, sectionPaths } from '../definition.ts'
import { isSameUnitValue, joinSection, type SectionUnits, splitSection, withSections } from './units.ts'

export const definitionChangeKinds = ['added', 'removed', 'changed'] as const

/**
 * One difference between two definitions. `path` is that of the export document, with items named by their ids:
 * `capabilities.knowledge.facts[hours]`. A change at the path of a list itself is a change of its order; its values are
 * lists of ids.
 */
export type DefinitionDifference = {
  section: SectionName
  path: string
  kind: (typeof definitionChangeKinds)[number]
  before?: unknown
  after?: unknown
}

/** Returns what turns one definition into the other; `applyChanges` is its inverse. */
export function diffDefinitions(before: AgentDefinition, after: AgentDefinition): DefinitionDifference[] {
  return runToCompletion(diffIncrementally(before, after))
}

/** Like `diffDefinitions`, but in steps, because a section may contain megabytes. */
export function* diffIncrementally(
  before: AgentDefinition,
  after: AgentDefinition,
  sections: readonly SectionName[] = sectionNames,
): IncrementalTask<DefinitionDifference[]> {
  const changes: DefinitionDifference[] = []
  for (const name of sections) {
    for (const change of yield* diffSection(name, before[name], after[name])) changes.push(change)
  }
  return changes
}

/** Units compared between two yields. */
const unitsPerStep = 200

export function* diffSection(
  section: SectionName,
  before: unknown,
  after: unknown,
): IncrementalTask<DefinitionDifference[]> {
  if (before === after) return []
  const [from, to] = [splitSection(section, before), splitSection(section, after)]
  const changes: DefinitionDifference[] = []
  let compared = 0
  for (const [path, { value }] of from.units) {
    const next = to.units.get(path)
    if (!next) changes.push({ section, path, kind: 'removed', before: value })
    else if (!isSameUnitValue(section, value, next.value))
      changes.push({ section, path, kind: 'changed', before: value, after: next.value })
    if (++compared % unitsPerStep === 0) yield
  }
  for (const [path, { value }] of to.units)
    if (!from.units.has(path)) changes.push({ section, path, kind: 'added', after: value })
  for (const [path, ids] of to.orders) {
    const old = from.orders.get(path) ?? []
    if (!isSameOrder(defaultOrder(old, ids), ids))
      changes.push({ section, path, kind: 'changed', before: old, after: ids })
  }
  return changes
}

/** The order of a list after items were removed and others appended: no change of order needs to say so. */
function defaultOrder(before: readonly string[], after: readonly string[]): string[] {
  const [old, next] = [new Set(before), new Set(after)]
  return [...before.filter((id) => next.has(id)), ...after.filter((id) => !old.has(id))]
}

export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}

/** Applies a diff: `applyChanges(before, diffDefinitions(before, after))` equals `after`. */
export function applyChanges(before: AgentDefinition, changes: readonly DefinitionDifference[]): AgentDefinition {
  const sections = new Map<SectionName, unknown>()
  for (const [section, own] of groupBy(changes, (change) => change.section))
    sections.set(section, applySectionHistory(section, before[section], [own]))
  return withSections(before, sections)
}

/** Applies several diffs, one after another. The section is taken apart and put together only once. */
export function applySectionHistory(
  section: SectionName,
  before: unknown,
  history: readonly (readonly DefinitionDifference[])[],
): unknown {
  const split = splitSection(section, before)
  for (const changes of history) applyToUnits(section, split, changes)
  return joinSection(section, split)
}

function applyToUnits(section: SectionName, split: SectionUnits, changes: readonly DefinitionDifference[]): void {
  for (const change of changes) {
    if (split.orders.has(change.path)) continue
    if (change.kind === 'removed') split.units.delete(change.path)
    else split.units.set(change.path, { section, path: change.path, value: change.after })
  }
  for (const [path, old] of split.orders) split.orders.set(path, orderAfter(split, path, old, changes))
}

function orderAfter(
  { units }: SectionUnits,
  list: string,
  old: string[],
  changes: readonly DefinitionDifference[],
): string[] {
  const order = changes.find(({ path }) => path === list)
  if (order) return order.after as string[]
  if (changes.every(({ kind }) => kind === 'changed')) return old
  const added = changes.flatMap(({ path, kind }) =>
    kind === 'added' && path.startsWith(`${list}[`) ? [path.slice(list.length + 1, -1)] : [],
  )
  return [...old.filter((id) => units.has(`${list}[${id}]`)), ...added]
}

/** Says in one line what a write changed: `facts: 1 added, 2 changed; personality: changed`. */
export function summarizeChanges(changes: readonly DefinitionDifference[]): string {
  const groups = [...groupBy(changes, ({ section }) => section)]
  return groups.map(([section, own]) => `${describeSection(section)}: ${countKinds(section, own)}`).join('; ')
}

function countKinds(section: SectionName, changes: readonly DefinitionDifference[]): string {
  const path = sectionPaths[section].join('.')
  if (changes.length === 1 && changes[0]?.path === path) {
    const [change] = changes
    return Array.isArray(change.after) && section !== 'standingInstructions' ? 'reordered' : change.kind
  }
  const counted = definitionChangeKinds.map(
    (kind) => [kind, changes.filter((one) => one.kind === kind).length] as const,
  )
  return counted
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
}

/** `messageTemplates` becomes “message templates”. */
const describeSection = (section: SectionName): string =>
  section.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

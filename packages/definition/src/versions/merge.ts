import { type AgentDefinition, type SectionName, sectionNames } from '../definition.ts'
import { isSameOrder } from './diff.ts'
import {
  type DefinitionUnit,
  isSameUnitValue,
  joinSection,
  type SectionUnits,
  splitSection,
  withSections,
} from './units.ts'

/** A unit that live and the draft both changed since their base, to different values. An absent value was removed. */
export type MergeConflict = { section: SectionName; path: string; base?: unknown; live?: unknown; draft?: unknown }

export type MergeChoice = { path: string; take: 'live' | 'draft' }

export type MergeInput = { base: AgentDefinition; live: AgentDefinition; draft: AgentDefinition }

export type DefinitionMerge = { definition: AgentDefinition; conflicts: MergeConflict[] }

/**
 * Merges what changed in the draft and in live since their base, unit by unit. Where both changed the same unit
 * differently, `resolve` decides; without a choice the unit is a conflict, and the result has live's value.
 */
export function mergeDefinitions(
  { base, live, draft }: MergeInput,
  resolve: readonly MergeChoice[] = [],
): DefinitionMerge {
  const choices = new Map(resolve.map(({ path, take }) => [path, take]))
  const conflicts: MergeConflict[] = []
  const sections = new Map<SectionName, unknown>()
  for (const name of sectionNames) {
    if (draft[name] === base[name] || draft[name] === live[name]) continue
    if (live[name] === base[name]) sections.set(name, draft[name])
    else sections.set(name, mergeSection(name, { base, live, draft }, { choices, conflicts }))
  }
  return { definition: withSections(live, sections), conflicts }
}

type MergeContext = { choices: ReadonlyMap<string, 'live' | 'draft'>; conflicts: MergeConflict[] }

function mergeSection(section: SectionName, { base, live, draft }: MergeInput, context: MergeContext): unknown {
  const [old, current, own] = [base, live, draft].map((one) => splitSection(section, one[section])) as [
    SectionUnits,
    SectionUnits,
    SectionUnits,
  ]
  const units = new Map<string, DefinitionUnit>()
  for (const path of new Set([...current.units.keys(), ...own.units.keys()])) {
    const unit = mergeUnit(section, path, { base: old, live: current, draft: own }, context)
    if (unit) units.set(path, unit)
  }
  const orders = new Map<string, string[]>()
  for (const [path, ids] of current.orders)
    orders.set(path, mergeOrder(old.orders.get(path) ?? [], ids, own.orders.get(path) ?? []))
  return joinSection(section, { units, orders })
}

function mergeUnit(
  section: SectionName,
  path: string,
  { base, live, draft }: Record<'base' | 'live' | 'draft', SectionUnits>,
  { choices, conflicts }: MergeContext,
): DefinitionUnit | undefined {
  const [old, current, own] = [base.units.get(path), live.units.get(path), draft.units.get(path)]
  if (isSameUnit(current, own) || isSameUnit(old, own)) return current
  if (isSameUnit(old, current)) return own
  const choice = choices.get(path)
  if (choice) return choice === 'live' ? current : own
  conflicts.push({
    section,
    path,
    ...(old && { base: old.value }),
    ...(current && { live: current.value }),
    ...(own && { draft: own.value }),
  })
  return current
}

/** Both are absent, or both have the same value. */
function isSameUnit(one: DefinitionUnit | undefined, other: DefinitionUnit | undefined): boolean {
  if (!one || !other) return one === other
  return isSameUnitValue(one.section, one.value, other.value)
}

/** The order of whichever side moved items, live's if both did; what only the other side has follows at the end. */
function mergeOrder(base: readonly string[], live: readonly string[], draft: readonly string[]): string[] {
  const isMoved = (side: readonly string[]) => {
    const [has, had] = [new Set(side), new Set(base)]
    return !isSameOrder(
      side.filter((id) => had.has(id)),
      base.filter((id) => has.has(id)),
    )
  }
  const [first, second] = isMoved(draft) && !isMoved(live) ? [draft, live] : [live, draft]
  const known = new Set(first)
  return [...first, ...second.filter((id) => !known.has(id))]
}

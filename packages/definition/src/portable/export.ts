import { type AgentDefinition, type SectionName, sectionNames, sectionPaths } from '../definition.ts'
import { memoize } from '../memoize.ts'

/** Every section at its path, in an order that never depends on how the definition was built. */
export type ExportDocument = { exportVersion: 1 } & Record<string, unknown>

export const exportVersion = 1

/** Memoized: one document per definition, so that its text is printed only once too. */
export const exportDocument = memoize((definition: AgentDefinition): ExportDocument => {
  const document: ExportDocument = { exportVersion }
  for (const name of sectionNames) place(document, sectionPaths[name], inOrder(portable(definition, name)))
  return document
})

function portable(definition: AgentDefinition, name: SectionName): unknown {
  if (name === 'agent') return { ...definition.agent, framework: 'v2' }
  if (name === 'facts') return definition.facts.map(({ updatedAt: _, ...fact }) => fact)
  return definition[name]
}

function place(document: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first, ...rest] = path as [string, ...string[]]
  if (rest.length === 0) {
    document[first] = value
    return
  }
  document[first] ??= {}
  place(document[first] as Record<string, unknown>, rest, value)
}

/** Keys that a reader looks for first; all others follow alphabetically. */
const leading = [
  'id',
  'key',
  'toolId',
  'goalId',
  'name',
  'label',
  'title',
  'question',
  'role',
  'kind',
  'type',
  'isDefault',
  'description',
  'whenToUse',
  'text',
  'body',
  'answer',
  'content',
]
const rank = new Map(leading.map((key, index) => [key, index]))

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, own]) => own !== undefined)
  return Object.fromEntries(entries.sort(byRank).map(([key, own]) => [key, inOrder(own)]))
}

function byRank([one]: [string, unknown], [other]: [string, unknown]): number {
  const difference = (rank.get(one) ?? leading.length) - (rank.get(other) ?? leading.length)
  return difference || (one < other ? -1 : 1)
}

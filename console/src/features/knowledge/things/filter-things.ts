import type { AgentThing } from '../sections/knowledge-section.ts'

type ThingQuery = { q?: string; collection?: string }

/**
 * Returns Things that contain every search word and are in the given collection; `-` stands for Things in no
 * collection.
 */
export function filterThings(things: readonly AgentThing[], { q = '', collection }: ThingQuery): AgentThing[] {
  const terms = q.toLowerCase().split(/\s+/).filter(Boolean)
  return things.filter((thing) => {
    if (collection === '-' && thing.collections?.length) return false
    if (collection && collection !== '-' && !thing.collections?.includes(collection)) return false
    const text = [thing.id, thing.name, thing.description, ...Object.values(thing.metadata ?? {})]
      .join('\n')
      .toLowerCase()
    return terms.every((word) => text.includes(word))
  })
}

/** The most frequent metadata keys, each worth a column. */
export function findCommonMetadata(things: readonly AgentThing[], most: number): string[] {
  const counts = new Map<string, number>()
  for (const { metadata = {} } of things)
    for (const key of Object.keys(metadata)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([key]) => key)
}

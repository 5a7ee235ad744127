import type { AgentThing } from '../sections/knowledge-section.ts'

type ThingQuery = { q?: string; collection?: string }

/** Those that hold every word somewhere, and that are in the collection if one is given; `-` is those in none. */
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

/** The keys that most Things carry: worth a column each. */
export function commonMetadata(things: readonly AgentThing[], most: number): string[] {
  const counts = new Map<string, number>()
  for (const { metadata = {} } of things)
    for (const key of Object.keys(metadata)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([key]) => key)
}

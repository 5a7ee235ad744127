export type MediaUse = { section: string; name: string }

type Named = { id?: unknown; name?: unknown; question?: unknown }

/** Finds where an agent's document uses media: as the picture of a Thing, or as `image:<id>` in a text. */
export function mediaUses(document: Record<string, unknown>): Map<string, MediaUse[]> {
  const uses = new Map<string, MediaUse[]>()
  const add = (id: string, use: MediaUse) => {
    const here = uses.get(id) ?? []
    if (!here.some(({ section, name }) => section === use.section && name === use.name)) uses.set(id, [...here, use])
  }
  for (const [section, list] of listsOf(document))
    for (const item of list) {
      const name = nameOf(item as Named)
      for (const id of findMediaIds(item, section === 'things')) add(id, { section, name })
    }
  return uses
}

/**
 * Returns every list of items with the last key on its path; a value outside a list counts as a single entry of its
 * section.
 */
function listsOf(value: unknown, key = ''): [section: string, items: unknown[]][] {
  if (Array.isArray(value)) return [[key, value]]
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? [[key, [value]]] : []
  return Object.entries(value).flatMap(([name, inner]) => listsOf(inner, name))
}

function* findMediaIds(value: unknown, isThing: boolean): Generator<string> {
  if (typeof value === 'string') for (const [, id] of value.matchAll(/image:\s*([\w.-]+)/g)) yield id as string
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (isThing && key === 'media' && typeof inner === 'string') yield inner
    else yield* findMediaIds(inner, false)
  }
}

function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return ''
  const { name, question, id } = item as Named
  return ([name, question, id].find((one) => typeof one === 'string') as string | undefined) ?? ''
}

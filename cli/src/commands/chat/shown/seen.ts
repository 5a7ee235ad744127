/** What a provider's payload shows besides its words: `id` is what comes back when that is picked. */
export type Seen = {
  /** The words above the cards, where those of the whole are also in them. */
  text?: string
  files?: SeenFile[]
  cards?: SeenCard[]
  picks?: SeenPick[]
  /** Several of the picks may be chosen. */
  multiple?: boolean
  asksLocation?: boolean
}

export type SeenFile = { name: string; kind: string }
export type SeenCard = { native: unknown; title?: string; description?: string; picture?: string }
export type SeenPick = { id: string; title: string; description?: string }

/** Payloads may be of the agent's own making: whatever is not of the shape that is looked for is not there. */
export function at(value: unknown, ...path: string[]): unknown {
  let inner = value
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined
    inner = (inner as Record<string, unknown>)[key]
  }
  return inner
}

export function wordsAt(value: unknown, ...path: string[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The last part of an address, as a person would call the file. */
export function fileName(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const last = path.split('/').at(-1) || 'file'
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

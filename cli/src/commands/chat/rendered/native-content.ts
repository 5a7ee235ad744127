/** What a provider's payload shows besides its words: `id` is what comes back when that is picked. */
export type NativeContent = {
  /** The words above the cards, where those of the whole are also in them. */
  text?: string
  files?: NativeFile[]
  cards?: NativeCard[]
  options?: NativeOption[]
  /** Several of the picks may be chosen. */
  multiple?: boolean
  asksLocation?: boolean
}

export type NativeFile = { name: string; kind: string }
export type NativeCard = { native: unknown; title?: string; description?: string; picture?: string }
export type NativeOption = { id: string; title: string; description?: string }

/** Payloads may be of the agent's own making: whatever is not of the shape that is looked for is not there. */
export function nativeAt(value: unknown, ...path: string[]): unknown {
  let inner = value
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined
    inner = (inner as Record<string, unknown>)[key]
  }
  return inner
}

export function nativeTextAt(value: unknown, ...path: string[]): string | undefined {
  const found = nativeAt(value, ...path)
  return typeof found === 'string' ? found : undefined
}

export function nativeListAt(value: unknown, ...path: string[]): unknown[] {
  const found = nativeAt(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The last part of an address, as a person would call the file. */
export function fileNameOf(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const last = path.split('/').at(-1) || 'file'
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

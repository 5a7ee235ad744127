/** What a provider's payload shows besides its text; `id` is what the provider sends back for a chosen option. */
export type NativeContent = {
  /** Text above the cards, if the message's text repeats the text of the cards. */
  text?: string
  files?: NativeFile[]
  cards?: NativeCard[]
  options?: NativeOption[]
  /** Several options may be chosen. */
  multiple?: boolean
  asksLocation?: boolean
}

export type NativeFile = { name: string; kind: string }
export type NativeCard = { native: unknown; title?: string; description?: string; picture?: string }
export type NativeOption = { id: string; title: string; description?: string }

/** Reads a value from a payload. Agents can write their own payloads, so an unexpected shape counts as missing. */
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

/** Returns the last segment of a URL as a file name. */
export function fileNameOf(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const last = path.split('/').at(-1) || 'file'
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

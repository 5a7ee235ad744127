type Patch<T> = { [K in keyof T]?: undefined extends T[K] ? T[K] | null : T[K] }

/** An absent field stays, null clears, a value replaces. The type allows clearing only optional fields. */
export function applyPatch<T extends object>(current: T, change: Patch<T>): T {
  const next = { ...current } as Record<string, unknown>
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete next[key]
    else if (value !== undefined) next[key] = value
  }
  return next as T
}

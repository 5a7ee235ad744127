type Patch<T> = { [K in keyof T]?: undefined extends T[K] ? T[K] | null : T[K] }

/** Absent keeps, null clears, a value replaces. Only an optional field can be cleared: the type says so. */
export function applyPatch<T extends object>(current: T, change: Patch<T>): T {
  const next = { ...current } as Record<string, unknown>
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete next[key]
    else if (value !== undefined) next[key] = value
  }
  return next as T
}

/** The same without members that are undefined: some providers refuse a null, and a comparison sees the difference. */
export function omitUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
}

/** Providers refuse empty arrays. */
export function undefinedIfEmpty<T>(entries: readonly T[]): readonly T[] | undefined {
  return entries.length > 0 ? entries : undefined
}

/** What the schema of a message promises, and the type of a bubble cannot say. */
export function requireValue<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}`)
  return value
}

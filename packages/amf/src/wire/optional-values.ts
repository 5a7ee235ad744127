/** Removes undefined members: some providers reject null, and comparisons see the difference. */
export function omitUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
}

/** Providers reject empty arrays. */
export function undefinedIfEmpty<T>(entries: readonly T[]): readonly T[] | undefined {
  return entries.length > 0 ? entries : undefined
}

/** Asserts a value that the message schema guarantees but the bubble type cannot express. */
export function requireValue<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}`)
  return value
}

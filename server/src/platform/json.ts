/** JSON with sorted object keys: equal values have equal texts. */
export function stableStringify(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => (isPlain(one) ? sortKeys(one) : one))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortKeys(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** PostgreSQL cannot store NUL or half of a surrogate pair in JSON that it reads. */
const toStorableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Returns a copy of JSON that an outside service sent, without characters that cannot be stored. */
export function toStorableJson<T>(value: T): T {
  if (typeof value === 'string') return toStorableText(value) as T
  if (Array.isArray(value)) return value.map(toStorableJson) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [toStorableText(key), toStorableJson(one)])) as T
}

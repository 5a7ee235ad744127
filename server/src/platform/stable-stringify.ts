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

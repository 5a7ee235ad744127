/** Compares two JSON values regardless of key order; an absent key equals undefined. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other)) return sameList(one, other)
  return sameObject(one as Record<string, unknown>, other as Record<string, unknown>)
}

function sameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
  return one.every((value, index) => isSameValue(value, other[index]))
}

/** Only own properties count: `constructor` is a key like any other. */
function sameObject(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  for (const key of Object.keys(one)) {
    if (!isSameValue(one[key], Object.hasOwn(other, key) ? other[key] : undefined)) return false
  }
  for (const key of Object.keys(other)) if (other[key] !== undefined && !Object.hasOwn(one, key)) return false
  return true
}

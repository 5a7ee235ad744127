/** A node in a payload of unknown shape; `found` collects its violations. */
export type PayloadNode = { value: unknown; path: string; found: string[] }

export type Bounds = { min?: number; max: number }
export type TextBounds = Bounds & { unit?: 'characters' | 'bytes' }

/** Postback data fits the smallest slot of any provider: the id of a WhatsApp row. */
export const postbackMaxBytes = 200

export function reportViolation({ path, found }: PayloadNode, message: string): void {
  found.push(`${path || 'payload'} ${message}`)
}

export function getMember(spot: PayloadNode, key: string): PayloadNode {
  const { value, path, found } = spot
  const inner = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  return { value: inner, path: path ? `${path}.${key}` : key, found }
}

export function hasMember(spot: PayloadNode, key: string): boolean {
  return getMember(spot, key).value !== undefined
}

/** Returns the items of an array and checks their number. */
export function listArrayEntries(spot: PayloadNode, { min = 1, max }: Bounds): PayloadNode[] {
  const { value, path, found } = spot
  if (!Array.isArray(value)) {
    reportViolation(spot, 'must be an array')
    return []
  }
  if (value.length < min || value.length > max)
    reportViolation(spot, `has ${value.length} entries, not ${min} to ${max}`)
  return value.map((entry: unknown, at) => ({ value: entry, path: `${path}[${at}]`, found }))
}

export function optional(spot: PayloadNode, check: (spot: PayloadNode) => void): void {
  if (spot.value !== undefined) check(spot)
}

export function expectText(spot: PayloadNode, { min = 1, max, unit = 'characters' }: TextBounds): void {
  const { value } = spot
  if (typeof value !== 'string') {
    reportViolation(spot, 'must be a string')
    return
  }
  const length = unit === 'bytes' ? new TextEncoder().encode(value).length : value.length
  if (length < min || length > max) reportViolation(spot, `has ${length} ${unit}, not ${min} to ${max}`)
}

export function isPostback(spot: PayloadNode): void {
  expectText(spot, { max: postbackMaxBytes, unit: 'bytes' })
}

/** Checks the URL of a file that the provider fetches. */
export function isFileUrl(spot: PayloadNode, max = 2000): void {
  expectText(spot, { max })
  if (!/^https:\/\/\S+$/.test(String(spot.value))) reportViolation(spot, 'must be an https url')
}

/** Checks the URL of a page that a person opens. */
export function isLink(spot: PayloadNode, max = 2000): void {
  expectText(spot, { max })
  if (!/^https?:\/\/\S+$/.test(String(spot.value))) reportViolation(spot, 'must be a url')
}

export function matches(spot: PayloadNode, pattern: RegExp, what: string): void {
  if (typeof spot.value !== 'string' || !pattern.test(spot.value)) reportViolation(spot, `must be ${what}`)
}

export function isOneOf(spot: PayloadNode, allowed: readonly unknown[]): void {
  if (!allowed.includes(spot.value)) reportViolation(spot, `must be one of ${allowed.join(', ')}`)
}

/** Selects the check by the payload's declared type. */
export function checkFor(
  kind: PayloadNode,
  checks: Record<string, (spot: PayloadNode) => void>,
): (spot: PayloadNode) => void {
  isOneOf(kind, Object.keys(checks))
  return checks[String(kind.value)] ?? (() => {})
}

export function expectNumber(spot: PayloadNode, { min = 0, max }: Bounds): void {
  const { value } = spot
  if (typeof value !== 'number' || value < min || value > max)
    reportViolation(spot, `must be a number from ${min} to ${max}`)
}

export function exactlyOne(spot: PayloadNode, keys: readonly string[]): string | undefined {
  const given = keys.filter((key) => hasMember(spot, key))
  if (given.length !== 1) reportViolation(spot, `must have exactly one of ${keys.join(', ')}`)
  return given[0]
}

export function atLeastOne(spot: PayloadNode, keys: readonly string[]): void {
  if (!keys.some((key) => hasMember(spot, key))) reportViolation(spot, `needs one of ${keys.join(', ')}`)
}

export function areUnique(spots: readonly PayloadNode[], what: string): void {
  const seen = new Set<unknown>()
  for (const spot of spots) {
    if (seen.has(spot.value)) reportViolation(spot, `is a ${what} that stands twice: ${spot.value}`)
    seen.add(spot.value)
  }
}

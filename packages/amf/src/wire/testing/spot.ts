/** A place in a payload of unknown shape, and where what is wrong there is noted. */
export type Spot = { value: unknown; path: string; found: string[] }

export type Bounds = { min?: number; max: number }
export type TextBounds = Bounds & { unit?: 'characters' | 'bytes' }

/** What comes back with a tap fits the smallest slot of any provider: the id of a WhatsApp row. */
export const postbackMaxBytes = 200

export function report({ path, found }: Spot, message: string): void {
  found.push(`${path || 'payload'} ${message}`)
}

export function member(spot: Spot, key: string): Spot {
  const { value, path, found } = spot
  const inner = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  return { value: inner, path: path ? `${path}.${key}` : key, found }
}

export function has(spot: Spot, key: string): boolean {
  return member(spot, key).value !== undefined
}

/** The entries of an array that has the right number of them. */
export function entries(spot: Spot, { min = 1, max }: Bounds): Spot[] {
  const { value, path, found } = spot
  if (!Array.isArray(value)) {
    report(spot, 'must be an array')
    return []
  }
  if (value.length < min || value.length > max) report(spot, `has ${value.length} entries, not ${min} to ${max}`)
  return value.map((entry: unknown, at) => ({ value: entry, path: `${path}[${at}]`, found }))
}

export function optional(spot: Spot, check: (spot: Spot) => void): void {
  if (spot.value !== undefined) check(spot)
}

export function isText(spot: Spot, { min = 1, max, unit = 'characters' }: TextBounds): void {
  const { value } = spot
  if (typeof value !== 'string') {
    report(spot, 'must be a string')
    return
  }
  const length = unit === 'bytes' ? new TextEncoder().encode(value).length : value.length
  if (length < min || length > max) report(spot, `has ${length} ${unit}, not ${min} to ${max}`)
}

export function isPostback(spot: Spot): void {
  isText(spot, { max: postbackMaxBytes, unit: 'bytes' })
}

/** A file that the provider fetches. */
export function isFileUrl(spot: Spot, max = 2000): void {
  isText(spot, { max })
  if (!/^https:\/\/\S+$/.test(String(spot.value))) report(spot, 'must be an https url')
}

/** A page that a person opens. */
export function isLink(spot: Spot, max = 2000): void {
  isText(spot, { max })
  if (!/^https?:\/\/\S+$/.test(String(spot.value))) report(spot, 'must be a url')
}

export function matches(spot: Spot, pattern: RegExp, what: string): void {
  if (typeof spot.value !== 'string' || !pattern.test(spot.value)) report(spot, `must be ${what}`)
}

export function isOneOf(spot: Spot, allowed: readonly unknown[]): void {
  if (!allowed.includes(spot.value)) report(spot, `must be one of ${allowed.join(', ')}`)
}

/** The check for what a payload says it is. */
export function checkFor(kind: Spot, checks: Record<string, (spot: Spot) => void>): (spot: Spot) => void {
  isOneOf(kind, Object.keys(checks))
  return checks[String(kind.value)] ?? (() => {})
}

export function isNumber(spot: Spot, { min = 0, max }: Bounds): void {
  const { value } = spot
  if (typeof value !== 'number' || value < min || value > max) report(spot, `must be a number from ${min} to ${max}`)
}

export function exactlyOne(spot: Spot, keys: readonly string[]): string | undefined {
  const given = keys.filter((key) => has(spot, key))
  if (given.length !== 1) report(spot, `must have exactly one of ${keys.join(', ')}`)
  return given[0]
}

export function atLeastOne(spot: Spot, keys: readonly string[]): void {
  if (!keys.some((key) => has(spot, key))) report(spot, `needs one of ${keys.join(', ')}`)
}

export function areUnique(spots: readonly Spot[], what: string): void {
  const seen = new Set<unknown>()
  for (const spot of spots) {
    if (seen.has(spot.value)) report(spot, `is a ${what} that stands twice: ${spot.value}`)
    seen.add(spot.value)
  }
}

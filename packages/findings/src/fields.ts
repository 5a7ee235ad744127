import { z } from 'zod'

/** Counts characters, not UTF-16 units: an emoji is one. Builds no array, because a text may have megabytes. */
export function countCharacters(value: string): number {
  let count = value.length
  for (let at = 0; at < value.length - 1; at++) {
    const isPair = (value.charCodeAt(at) & 0xfc00) === 0xd800 && (value.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    if (isPair) {
      count--
      at++
    }
  }
  return count
}

/** Text field of many bodies. Limits count characters as people do: an emoji is one. */

export function boundedText(bounds: { min?: number; max: number }) {
  const { min = 0, max } = bounds
  return z
    .string()
    .superRefine((value, context) => {
      if (value.length > 2 * max || (value.length > max && countCharacters(value) > max))
        context.addIssue(`must have at most ${max} characters`)
      else if (min > 0 && value.trim().length < min)
        context.addIssue(min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    })
    .meta({ maxLength: max, ...(min > 0 && { minLength: min }) })
}

export const nameText = boundedText({ min: 1, max: 200 })

export const slug = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/,
    'must be a slug: lower-case letters, digits, hyphens, 1 to 64 characters',
  )

const zones = new Set(Intl.supportedValuesOf('timeZone'))

export const timeZone = z
  .string()
  .refine(isTimeZone, 'must be an IANA time zone, for example Europe/Berlin')
  .meta({ examples: ['Europe/Berlin'] })

/**
 * Three-letter names in the IANA database. Engines accept others, such as PST or IST, which are not in it and mean
 * different things to different programs.
 */
const shortZones = /^(CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/i

function isTimeZone(value: string): boolean {
  if (zones.has(value)) return true
  // Aliases such as UTC or Asia/Calcutta are not listed but are still zones; offsets such as +01:00 are not.
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(value)) return false
  if (value.length === 3 && !shortZones.test(value)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

/** An instant with its offset; parsed into a Date. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be an ISO-8601 time with an offset, for example 2030-01-31T09:00:00Z' })
  .refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time that exists')
  // Other years cannot be written in the common format, with four digits.
  .refine((value) => Number.isNaN(Date.parse(value)) || hasYear(new Date(value)), 'must be in the years 1 to 9999')

function hasYear(time: Date): boolean {
  return time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999
}

export const emailAddress = z.email('must be an email address').max(254, 'must have at most 254 characters')

export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(2000, 'must have at most 2000 characters')
  // Browsers encode whitespace too; the services that receive the URL do not.
  .overwrite((url) => url.replace(/\s/g, encodeURIComponent))

/**
 * A body in which a client may send back what it read: accepts and drops the named read-only fields, so that GET then
 * PUT works; rejects any other unknown field.
 */
export function withReadOnlyFields<S extends z.ZodRawShape, K extends string>(shape: S, readOnly: readonly K[]) {
  const ignored = Object.fromEntries(
    readOnly.map((key) => [key, z.unknown().optional().meta({ readOnly: true, description: 'Ignored on write.' })]),
  )
  const dropped: ReadonlySet<string> = new Set(readOnly)
  return z
    .strictObject({ ...shape, ...ignored } as S)
    .transform(
      (value) => Object.fromEntries(Object.entries(value).filter(([key]) => !dropped.has(key))) as typeof value,
    )
}

/** A removed field: the error tells the client what to use instead. */
export function removedField(instead: string) {
  return z
    .unknown()
    .optional()
    .refine((value) => value === undefined, `is no longer supported: ${instead}`)
    .meta({ deprecated: true })
}

/** A list with unique ids; the error points at the second of two duplicates. */
export function uniqueBy<T extends z.ZodArray>(list: T, key: string): T {
  return list.superRefine((entries, context) => {
    const seen = new Set<unknown>()
    for (const [index, entry] of (entries as Record<string, unknown>[]).entries()) {
      if (seen.has(entry[key])) {
        context.addIssue({ code: 'custom', message: 'is used twice', path: [index, key] })
      }
      seen.add(entry[key])
    }
  }) as T
}

const maxLength = 48

/** `Müller & Söhne` becomes `muller-sohne`; a name without any letter usable in a URL becomes the fallback. */
export function toSlug(name: string, fallback: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')
  return plain || fallback
}

/** Returns the slug itself, or the first of slug-2, slug-3, … that is free. */
export function findFreeSlug(slug: string, used: ReadonlySet<string>): string {
  if (!used.has(slug)) return slug
  let count = 2
  while (used.has(`${slug}-${count}`)) count += 1
  return `${slug}-${count}`
}

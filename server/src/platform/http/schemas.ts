import { z } from 'zod'

export const timestamp = z.iso.datetime().meta({ examples: ['2030-01-31T09:00:00.000Z'] })

/** A list response; a longer list includes the token of its next page. */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), nextPageToken: z.string().optional() })
}

/** An instant in a query: ISO 8601, UTC if it has no zone, or milliseconds since 1970 as text. */
export const instantQuery = z.string().transform((value, context) => {
  const at = /^\d{1,16}$/.test(value) ? Number(value) : parseWrittenInstant(value)
  if (Math.abs(at) <= 8.64e15) return new Date(at)
  context.addIssue('must be a time such as 2030-01-31T09:00:00Z, or milliseconds since 1970')
  return z.NEVER
})

function parseWrittenInstant(value: string): number {
  const written = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(value)
  if (!written) return Number.NaN
  const [, time, zone] = written
  // `Date` would accept February 30 as a day in March.
  if (Number(value.slice(8, 10)) !== new Date(value.slice(0, 10)).getUTCDate()) return Number.NaN
  return Date.parse(time && !zone ? `${value}Z` : value)
}

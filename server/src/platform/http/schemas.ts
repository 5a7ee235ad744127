import { z } from 'zod'

/** How an instant looks in an answer. */
export const timestamp = z.iso.datetime().meta({ examples: ['2030-01-31T09:00:00.000Z'] })

/** A list answer; longer lists carry the token of their next page. */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), nextPageToken: z.string().optional() })
}

/** Document 2, Traffic query parameters: ISO-8601, UTC where it names no zone, or milliseconds since 1970 as a text. */
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
  // What is no day of its month would be taken for one of the next.
  if (Number(value.slice(8, 10)) !== new Date(value.slice(0, 10)).getUTCDate()) return Number.NaN
  return Date.parse(time && !zone ? `${value}Z` : value)
}

import { z } from 'zod'

/** Document 2, Traffic query parameters: ISO-8601, or milliseconds since 1970 as a text. */
export const momentQuery = z.string().transform((value, context) => {
  const at = /^\d{1,16}$/.test(value) ? Number(value) : isWritten(value) ? Date.parse(value) : Number.NaN
  if (Math.abs(at) <= 8.64e15) return new Date(at)
  context.addIssue('must be a time such as 2030-01-31T09:00:00Z, or milliseconds since 1970')
  return z.NEVER
})

const isWritten = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(value)

import { fieldErrorOptions, toFieldErrors } from '@parley/findings'
import type { z } from 'zod'

/** Parses a value with a schema: returns the output, or the errors as the caller sees them. */
export function read<S extends z.ZodType>(schema: S, value: unknown): { value?: z.output<S>; errors: string[] } {
  const parsed = schema.safeParse(value, fieldErrorOptions)
  if (parsed.success) return { value: parsed.data, errors: [] }
  const errors = parsed.error.issues.flatMap((issue) => toFieldErrors(issue))
  return { errors: errors.map(({ field, message }) => `${field} ${message}`) }
}

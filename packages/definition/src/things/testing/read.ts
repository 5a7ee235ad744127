import { fieldErrors } from '@parley/findings'
import type { z } from 'zod'

/** What a schema makes of a value: what is kept, or the errors as a caller is told them. */
export function read<S extends z.ZodType>(schema: S, value: unknown): { kept?: z.output<S>; errors: string[] } {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return { kept: parsed.data, errors: [] }
  const errors = parsed.error.issues.flatMap((issue) => fieldErrors(issue))
  return { errors: errors.map(({ field, message }) => `${field} ${message}`) }
}

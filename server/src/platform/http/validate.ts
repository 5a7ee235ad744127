import { fieldErrors } from '@parley/findings'
import type { z } from 'zod'
import { invalid, mostErrors } from './problem.ts'

/** Parses a value with its schema, or refuses it naming every field that is wrong, each path below `name`. */
export function validated<S extends z.ZodType>(schema: S, value: unknown, name?: string): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const above = name === undefined ? [] : [name]
  throw invalid(parsed.error.issues.slice(0, mostErrors).flatMap((issue) => fieldErrors(issue, above)))
}

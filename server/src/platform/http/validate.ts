import { type FieldError, fieldErrors, fieldPath } from '@parley/findings'
import { z } from 'zod'
import { invalid, mostErrors } from './problem.ts'

/** Parses a value with its schema, or refuses it naming every field that is wrong, each path below `name`. */
export function validated<S extends z.ZodType>(schema: S, value: unknown, name?: string): z.output<S> {
  const above = name === undefined ? [] : [name]
  const tooLong = longListIn(schema, value, above)
  if (tooLong) throw invalid([tooLong])
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  throw invalid(parsed.error.issues.slice(0, mostErrors).flatMap((issue) => fieldErrors(issue, above)))
}

/** A schema looks at every entry of a list before it counts them, which takes long for a list of ten thousand. */
const longList = 1_000

function longListIn(schema: z.core.$ZodType, value: unknown, path: readonly string[]): FieldError | undefined {
  if (Array.isArray(value)) return value.length > longList ? tooLong(schema, value, path) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const inner = unwrapped(schema)
  if (!(inner instanceof z.ZodObject)) return undefined
  for (const [key, field] of Object.entries(inner.shape)) {
    const found = longListIn(field, (value as Record<string, unknown>)[key], [...path, key])
    if (found) return found
  }
  return undefined
}

function tooLong(schema: z.core.$ZodType, { length }: unknown[], path: readonly string[]): FieldError | undefined {
  const list = unwrapped(schema)
  if (!(list instanceof z.ZodArray)) return undefined
  const { maximum = list.meta()?.maxItems as number | undefined } = list._zod.bag as { maximum?: number }
  if (maximum === undefined || length <= maximum) return undefined
  return { field: fieldPath([...path]) || 'body', message: `must have at most ${maximum} entries` }
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap())
  }
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FieldError, fieldErrorOptions, formatFieldPath, toFieldErrors } from '@parley/findings'
import { z } from 'zod'
import { invalidRequest, maxFieldErrors } from './problem.ts'

/** Parses a value with its schema, or throws a problem that lists every invalid field, with paths below `name`. */
export function validate<S extends z.ZodType>(schema: S, value: unknown, name?: string): z.output<S> {
  const above = name === undefined ? [] : [name]
  const tooLong = findLongList(schema, value, above)
  if (tooLong) throw invalidRequest([tooLong])
  const parsed = schema.safeParse(value, fieldErrorOptions)
  if (parsed.success) return parsed.data
  throw invalidRequest(parsed.error.issues.slice(0, maxFieldErrors).flatMap((issue) => toFieldErrors(issue, above)))
}

/** Like `validate`, for a body of any size: parses the entries of a long list in portions, and yields in between. */
export async function validateYielding<S extends z.ZodType>(schema: S, value: unknown, name?: string) {
  const above = name === undefined ? [] : [name]
  const key = longListKey(schema, value)
  if (key === undefined || findLongList(schema, value, above)) return validate(schema, value, name)
  const { entries, shallow, siblings } = schemasAround(schema as unknown as z.ZodObject, key)
  const body = value as Record<string, unknown>
  const { parsed, errors } = await parseListYielding(entries, body[key] as unknown[], [...above, key])
  if (errors.length === 0) return validate(shallow, { ...body, [key]: parsed }, name) as z.output<S>
  const issues = siblings.safeParse(body, fieldErrorOptions).error?.issues ?? []
  throw invalidRequest([...errors, ...issues.flatMap((issue) => toFieldErrors(issue, above))].slice(0, maxFieldErrors))
}

const entriesPerTurn = 100

type ParsedList = { parsed: unknown[]; errors: FieldError[] }

async function parseListYielding(schema: z.ZodType, list: unknown[], path: readonly string[]): Promise<ParsedList> {
  const parsed: unknown[] = []
  const errors: FieldError[] = []
  for (const [index, entry] of list.entries()) {
    if (index % entriesPerTurn === 0) await nextTurn()
    const { success, data, error } = schema.safeParse(entry, fieldErrorOptions)
    if (success) parsed.push(data)
    else errors.push(...error.issues.flatMap((issue) => toFieldErrors(issue, [...path, index])))
    if (errors.length >= maxFieldErrors) break
  }
  return { parsed, errors }
}

/** Returns the first field of a plain object whose value is a long list and whose schema is a list. */
function longListKey(schema: z.ZodType, value: unknown): string | undefined {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return undefined
  const isLong = ([key, field]: [string, unknown]) => {
    const sent = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
    return field instanceof z.ZodArray && Array.isArray(sent) && sent.length > entriesPerTurn
  }
  return Object.entries(schema.shape).find(isLong)?.[0]
}

type SchemasAround = {
  entries: z.ZodType
  /** Checks the list as a whole, with its entries already parsed, and the rest of the body. */
  shallow: z.ZodType
  /** Checks the other fields when the list has errors: checks of the whole body would read invalid entries. */
  siblings: z.ZodType
}
const knownSchemas = new WeakMap<z.ZodObject, Map<string, SchemasAround>>()

function schemasAround(schema: z.ZodObject, key: string): SchemasAround {
  const known = knownSchemas.get(schema)?.get(key)
  if (known) return known
  const list = schema.shape[key] as z.ZodArray<z.ZodType>
  const withList = (field: z.ZodType, more: object = {}): z.ZodType =>
    schema.clone({ ...schema.def, ...more, shape: { ...schema.shape, [key]: field } } as never)
  const schemas: SchemasAround = {
    entries: list.element,
    shallow: withList(list.clone({ ...list.def, element: z.unknown() } as never)),
    siblings: withList(z.unknown(), { checks: [] }),
  }
  knownSchemas.set(schema, (knownSchemas.get(schema) ?? new Map<string, SchemasAround>()).set(key, schemas))
  return schemas
}

/** A schema parses every entry of a list before it checks the length, which is slow for a list of ten thousand. */
const longList = 1_000

function findLongList(schema: z.core.$ZodType, value: unknown, path: readonly string[]): FieldError | undefined {
  if (Array.isArray(value)) return value.length > longList ? findLengthProblem(schema, value, path) : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const inner = unwrapSchema(schema)
  if (!(inner instanceof z.ZodObject)) return undefined
  for (const [key, field] of Object.entries(inner.shape)) {
    const found = findLongList(field, (value as Record<string, unknown>)[key], [...path, key])
    if (found) return found
  }
  return undefined
}

function findLengthProblem(
  schema: z.core.$ZodType,
  { length }: unknown[],
  path: readonly string[],
): FieldError | undefined {
  const list = unwrapSchema(schema)
  if (!(list instanceof z.ZodArray)) return undefined
  const { maximum = list.meta()?.maxItems as number | undefined } = list._zod.bag as { maximum?: number }
  if (maximum === undefined || length <= maximum) return undefined
  return { field: formatFieldPath([...path]) || 'body', message: `must have at most ${maximum} entries` }
}

function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapSchema(schema.unwrap())
  }
  return schema instanceof z.ZodPipe ? unwrapSchema(schema.in) : schema
}

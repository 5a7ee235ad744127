import { z } from 'zod'
import type { Route } from '../platform/http/route.ts'

export type JsonObject = Record<string, unknown>
export type JsonSchema = JsonObject & { properties?: Record<string, JsonObject>; required?: string[] }

/** The input of a route as JSON Schema, derived from the route so that nothing is declared twice. */
export type RouteInput = { path: string[]; query: JsonSchema; body?: JsonSchema }

export function describeRouteInput({ method, path, query, body }: Route): RouteInput {
  return {
    path: pathParametersOf(path),
    query: query ? toJsonSchema(query) : {},
    ...(body && { body: method === 'PATCH' ? withoutDefaults(toJsonSchema(body)) : toJsonSchema(body) }),
  }
}

/** Path parameters except the tenant's (`org` and `agent`). */
function pathParametersOf(path: string): string[] {
  const names = [...path.matchAll(/(?<=\/):([A-Za-z]\w*)/g)].map(([, name]) => name as string)
  return names.filter((name) => name !== 'org' && name !== 'agent')
}

/** Fields omitted from a PATCH stay unchanged, so they have no defaults. */
function withoutDefaults(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, { default: _, ...rest }]) => [name, rest])
  return { ...schema, properties: Object.fromEntries(properties) }
}

/**
 * Inlines all references, because not every assistant follows them, and drops fields that callers do not need to write.
 */
function toJsonSchema(schema: z.ZodType): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonObject
  return inlineRefs(own, { defs: $defs as Record<string, JsonObject>, inside: [] }) as JsonSchema
}

type InlineContext = { defs: Record<string, JsonObject>; inside: readonly string[] }

function inlineRefs(value: unknown, context: InlineContext): unknown {
  if (Array.isArray(value)) return value.map((one) => inlineRefs(one, context))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value as JsonObject
  if (typeof $ref === 'string') return { ...resolveRef($ref, context), ...own }
  const keywords = Object.entries(own).filter(([keyword]) => !isRedundantKeyword(keyword, own))
  return simplifyNullable(
    Object.fromEntries(keywords.map(([keyword, one]) => [keyword, inlineKeyword(keyword, one, context)])),
  )
}

const literalKeywords = new Set(['default', 'const', 'enum', 'examples', 'required'])

function inlineKeyword(keyword: string, value: unknown, context: InlineContext): unknown {
  if (literalKeywords.has(keyword)) return value
  if (keyword !== 'properties') return inlineRefs(value, context)
  const named = Object.entries(value as JsonObject).filter(
    ([, schema]) => !isIgnoredOnWrite(schema) && !isOnlyNull(schema),
  )
  return Object.fromEntries(named.map(([name, schema]) => [name, inlineRefs(schema, context)]))
}

/** A field of another form of the same request, which callers leave out. */
const isOnlyNull = (schema: unknown): boolean => (schema as JsonObject | null)?.type === 'null'

/**
 * Whether another keyword implies this one, or it only says that a text is not empty. Keeps the schemas short: every
 * assistant reads the whole tool list first.
 */
function isRedundantKeyword(keyword: string, { format, properties, minLength, const: constant }: JsonObject): boolean {
  if (keyword === 'pattern') return format !== undefined
  if (keyword === 'minLength') return minLength === 1
  if (keyword === 'examples') return properties !== undefined
  return keyword === 'type' && constant !== undefined
}

/** Turns `anyOf` of a type and null into a shorter type list. */
function simplifyNullable(schema: JsonObject): JsonObject {
  const { anyOf, ...own } = schema
  const [one, none, ...others] = (anyOf ?? []) as JsonObject[]
  if (none?.type !== 'null' || others.length > 0 || typeof one?.type !== 'string') return schema
  const { enum: words } = one
  return { ...one, ...own, type: [one.type, 'null'], ...(Array.isArray(words) && { enum: [...words, null] }) }
}

/** Inlines a reference; a schema nested in itself becomes a plain object. */
function resolveRef($ref: string, { defs, inside }: InlineContext): JsonObject {
  const name = $ref.replace('#/$defs/', '')
  if (inside.includes(name)) return { type: 'object' }
  const { id: _, ...meant } = defs[name] ?? {}
  return inlineRefs(meant, { defs, inside: [...inside, name] }) as JsonObject
}

/** Read-only fields and deprecated aliases. */
function isIgnoredOnWrite(value: unknown): boolean {
  const { readOnly, deprecated } = (value ?? {}) as JsonObject
  return readOnly === true || deprecated === true
}

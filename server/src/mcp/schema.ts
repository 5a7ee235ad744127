import { z } from 'zod'
import type { Route } from '../platform/http/route.ts'

export type Json = Record<string, unknown>
export type Schema = Json & { properties?: Record<string, Json>; required?: string[] }

/** What a route takes, as JSON Schema; nothing of it is written twice. */
export type Takes = { path: string[]; query: Schema; body?: Schema }

export function takesOf({ method, path, query, body }: Route): Takes {
  return {
    path: pathNames(path),
    query: query ? jsonSchema(query) : {},
    ...(body && { body: method === 'PATCH' ? withoutDefaults(jsonSchema(body)) : jsonSchema(body) }),
  }
}

/** The names in a path but for the tenant's. */
function pathNames(path: string): string[] {
  const names = [...path.matchAll(/(?<=\/):([A-Za-z]\w*)/g)].map(([, name]) => name as string)
  return names.filter((name) => name !== 'org' && name !== 'agent')
}

/** What is left out of a change stays as it is. */
function withoutDefaults(schema: Schema): Schema {
  const kept = Object.entries(schema.properties ?? {}).map(([name, { default: _, ...rest }]) => [name, rest])
  return { ...schema, properties: Object.fromEntries(kept) }
}

/** Self-contained, since not every assistant follows references; and without what nobody needs to write. */
function jsonSchema(schema: z.ZodType): Schema {
  const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return inlined(own, { defs: $defs as Record<string, Json>, inside: [] }) as Schema
}

type Place = { defs: Record<string, Json>; inside: readonly string[] }

function inlined(value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(one, place))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value as Json
  if (typeof $ref === 'string') return { ...meantBy($ref, place), ...own }
  const kept = Object.entries(own).filter(([keyword]) => !isSaidAlready(keyword, own))
  return nullable(Object.fromEntries(kept.map(([keyword, one]) => [keyword, inlinedUnder(keyword, one, place)])))
}

const literals = new Set(['default', 'const', 'enum', 'examples', 'required'])

function inlinedUnder(keyword: string, value: unknown, place: Place): unknown {
  if (literals.has(keyword)) return value
  if (keyword !== 'properties') return inlined(value, place)
  const named = Object.entries(value as Json).filter(([, schema]) => !isIdle(schema))
  return Object.fromEntries(named.map(([name, schema]) => [name, inlined(schema, place)]))
}

/** By another keyword: every assistant reads the whole list of tools before it does anything. */
function isSaidAlready(keyword: string, { format, properties, const: constant }: Json): boolean {
  if (keyword === 'pattern') return format !== undefined
  if (keyword === 'examples') return properties !== undefined
  return keyword === 'type' && constant !== undefined
}

/** Shorter than a choice between it and null. */
function nullable(schema: Json): Json {
  const { anyOf, ...own } = schema
  const [one, none, ...others] = (anyOf ?? []) as Json[]
  if (none?.type !== 'null' || others.length > 0 || typeof one?.type !== 'string') return schema
  const { enum: words } = one
  return { ...one, ...own, type: [one.type, 'null'], ...(Array.isArray(words) && { enum: [...words, null] }) }
}

/** What holds itself is only said to be an object the second time. */
function meantBy($ref: string, { defs, inside }: Place): Json {
  const name = $ref.replace('#/$defs/', '')
  if (inside.includes(name)) return { type: 'object' }
  const { id: _, ...meant } = defs[name] ?? {}
  return inlined(meant, { defs, inside: [...inside, name] }) as Json
}

/** Fields that are ignored on write, and old names of others. */
function isIdle(value: unknown): boolean {
  const { readOnly, deprecated } = (value ?? {}) as Json
  return readOnly === true || deprecated === true
}

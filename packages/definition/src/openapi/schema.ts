import type { PathSegment } from '@parley/findings'
import { type DocumentObject, isObject, lookUp, OpenapiError } from './resolve.ts'

/**
 * Turns a schema of a document into one that stands alone: references are written out, keywords of OpenAPI 3.0 become
 * those of JSON Schema, and everything that does not describe a value is left out. The result is small, whatever the
 * document contains.
 */

const maxCharacters = 8_000
const maxNodes = 400
const maxDescriptionLength = 300

/** From complete to bare; the first that fits is used. */
const levels = [
  { depth: 8, describes: true },
  { depth: 5, describes: true },
  { depth: 3, describes: true },
  { depth: 3, describes: false },
  { depth: 2, describes: false },
  { depth: 1, describes: false },
]

export type SchemaSite = { root: DocumentObject; path: readonly PathSegment[] }

/** Builds a value at falling levels of detail until its JSON is short enough. */
export function fitSchema<T>(build: (level: SchemaLevel) => T): T {
  let built: T | undefined
  for (const level of levels) {
    built = build({ ...level, nodes: maxNodes })
    if (JSON.stringify(built).length <= maxCharacters) return built
  }
  return built as T
}

/** Returns a schema from outside, or a shorter one if it is too long or too deep. */
export function shortenSchema(schema: DocumentObject): DocumentObject {
  try {
    const { $schema: _, ...rest } = schema
    const own: DocumentObject = { ...rest, type: 'object' }
    if (!isDeep(own) && JSON.stringify(own).length <= maxCharacters) return own
    return fitSchema((level) => ({ type: 'object', ...expandSchema(own, { root: own, path: [] }, level) }))
  } catch (error) {
    if (error instanceof OpenapiError) return { type: 'object' }
    throw error
  }
}

const maxNesting = 40

function isDeep(value: unknown, left = maxNesting): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((inner) => isDeep(inner, left - 1))
}

/** `nodes` is a budget, which expansion uses up. */
export type SchemaLevel = { depth: number; describes: boolean; nodes: number }

type Expansion = SchemaSite & { level: SchemaLevel; depth: number; via: readonly string[] }

export function expandSchema(schema: unknown, site: SchemaSite, level: SchemaLevel): DocumentObject {
  return expand(schema, { ...site, level, depth: level.depth, via: [] })
}

function expand(schema: unknown, at: Expansion): DocumentObject {
  if (schema === false) return { not: {} }
  if (!isObject(schema)) return {}
  at.level.nodes -= 1
  if (at.level.nodes < 0) return {}
  if (typeof schema.$ref === 'string') return expandReference(schema, schema.$ref, at)
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    const expanded = expandKeyword(key, value, at)
    return expanded === undefined ? [] : [[key, expanded]]
  })
  return toJsonSchemaKeywords(Object.fromEntries(entries), schema)
}

/** A recursive schema ends where it begins again: what is inside is not described any further. */
function expandReference(schema: DocumentObject, reference: string, at: Expansion): DocumentObject {
  const target = lookUp(at.root, reference, [...at.path, '$ref'])
  if (at.via.includes(reference)) return isObject(target) && target.type === 'array' ? { type: 'array' } : {}
  const expanded = expand(target, { ...at, via: [...at.via, reference] })
  const { description } = schema
  return typeof description === 'string' && at.level.describes
    ? { ...expanded, description: cut(description) }
    : expanded
}

const plainKeywords = new Set(
  (
    'type format enum const default pattern required minimum maximum exclusiveMinimum exclusiveMaximum multipleOf ' +
    'minLength maxLength minItems maxItems uniqueItems minProperties maxProperties'
  ).split(' '),
)
const schemaKeywords = new Set(['items', 'not', 'additionalProperties', 'contains', 'propertyNames'])
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const maxListed = 50
export const maxProperties = 200

function expandKeyword(key: string, value: unknown, at: Expansion): unknown {
  if (key === 'description' || key === 'title')
    return typeof value === 'string' && at.level.describes ? cut(value) : undefined
  if (plainKeywords.has(key)) return limitPlain(key, value)
  const inside = { ...at, depth: at.depth - 1, path: [...at.path, key] }
  if (key === 'properties' && isObject(value)) {
    if (at.depth <= 0) return undefined
    const properties = Object.entries(value)
      .slice(0, maxProperties)
      .map(([name, one]) => [name, expand(one, { ...inside, path: [...inside.path, name] })])
    return Object.fromEntries(properties)
  }
  if (schemaKeywords.has(key)) {
    if (typeof value === 'boolean') return value
    return at.depth <= 0 ? undefined : expand(value, inside)
  }
  if (!listKeywords.has(key) || !Array.isArray(value)) return undefined
  if (at.depth <= 0) return undefined
  return value.slice(0, maxListed).map((one, index) => expand(one, { ...inside, path: [...inside.path, index] }))
}

function limitPlain(key: string, value: unknown): unknown {
  if (key === 'enum') return Array.isArray(value) ? value.slice(0, 100) : undefined
  if (key === 'required') return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined
  if (key === 'type') return typeof value === 'string' || Array.isArray(value) ? value : undefined
  return JSON.stringify(value)?.length <= maxDescriptionLength ? value : undefined
}

/** OpenAPI 3.0 writes `nullable: true`, and exclusive limits as booleans next to the limit. */
function toJsonSchemaKeywords(expanded: DocumentObject, { nullable }: DocumentObject): DocumentObject {
  const schema = { ...expanded }
  if (nullable === true && typeof schema.type === 'string') schema.type = [schema.type, 'null']
  if (nullable === true && Array.isArray(schema.enum) && !schema.enum.includes(null))
    schema.enum = [...schema.enum, null]
  for (const [exclusive, inclusive] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue
    if (schema[exclusive] && typeof schema[inclusive] === 'number') schema[exclusive] = schema[inclusive]
    else delete schema[exclusive]
  }
  return schema
}

const cut = (text: string): string =>
  text.length <= maxDescriptionLength ? text : `${text.slice(0, maxDescriptionLength).toWellFormed()}…`

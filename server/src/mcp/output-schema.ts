import { z } from 'zod'
import type { Route } from '../platform/http/route.ts'
import type { McpToolBinding, RouteToolBinding } from './bind-tools.ts'
import type { JsonObject } from './schema.ts'

/**
 * The shape of what a tool returns, derived from the response of its route. It is deliberately rough: every assistant
 * reads the whole list of tools, and a client may refuse a result that does not match. So it names fields and types,
 * and leaves out what a shortened list or a later version may not keep.
 */
export function buildOutputSchema(offer: McpToolBinding): JsonObject {
  if (!('routes' in offer)) return offer.tool.output as JsonObject
  const { tool } = offer
  if (tool.output) return tool.output as JsonObject
  if (tool.guard) return previewSchema
  const routes = [...offer.routes.values()]
  const [first] = routes
  if (first && routes.length === 1) return withNext(describeResponse(first, offer))
  return { type: 'object' }
}

const text = { type: 'string' }
/** The first call returns a preview, and the second what the route returns. */
const previewSchema: JsonObject = {
  type: 'object',
  properties: { confirm: { ...text, description: 'The word for the second call.' }, next: text },
}

/** A list that is not complete says how to read on. */
const withNext = (schema: JsonObject): JsonObject =>
  isRecord(schema.properties) && 'data' in schema.properties
    ? { ...schema, properties: { ...schema.properties, next: text } }
    : schema

const maxDepth = 4

function describeResponse({ response }: Route, { tool }: RouteToolBinding): JsonObject {
  if (!response) return { type: 'object', properties: { done: { type: 'boolean' } } }
  const { $defs = {}, ...own } = z.toJSONSchema(response, { unrepresentable: 'any' }) as JsonObject
  const described = describeShape(own, { defs: $defs as Record<string, unknown>, depth: maxDepth })
  if (described.type === 'object' && tool.toResult === undefined) return described
  return { type: 'object' }
}

type ShapeContext = { defs: Record<string, unknown>; depth: number }

function describeShape(schema: unknown, context: ShapeContext): JsonObject {
  if (!isRecord(schema)) return {}
  const { $ref, type, properties, items, enum: values } = schema
  if (typeof $ref === 'string') {
    const target = context.defs[$ref.replace('#/$defs/', '')]
    return context.depth > 0 ? describeShape(target, context) : {}
  }
  if (typeof type !== 'string') return describeNullable(schema, context)
  const inside = { ...context, depth: context.depth - 1 }
  if (type === 'array') return { type, ...(inside.depth > 0 && { items: describeShape(items, inside) }) }
  if (type === 'object' && isRecord(properties) && inside.depth > 0) {
    const fields = Object.entries(properties).map(([name, one]) => [name, describeShape(one, inside)])
    return { type, properties: Object.fromEntries(fields) }
  }
  return { type, ...(Array.isArray(values) && values.length <= maxListedValues && { enum: values }) }
}

const maxListedValues = 8

/** `anyOf` of a type and null; any other choice is not described. */
function describeNullable({ anyOf }: JsonObject, context: ShapeContext): JsonObject {
  const [one, none, ...others] = Array.isArray(anyOf) ? anyOf : []
  if (!isRecord(none) || none.type !== 'null' || others.length > 0) return {}
  const { type } = describeShape(one, { ...context, depth: 0 })
  return typeof type === 'string' ? { type: [type, 'null'] } : {}
}

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

import type { Finding, Severity } from '@parley/findings'

/** A node in JSON of any shape; missing values and values of an unexpected type read as undefined. */
export type JsonNode = { readonly value: unknown; readonly path: string }

type JsonFields = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function getChild({ value, path }: JsonNode, ...way: readonly string[]): JsonNode {
  const [key, ...further] = way
  if (key === undefined) return { value, path }
  const inside = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return getChild({ value: inside, path: `${path}/${escapePointerSegment(key)}` }, ...further)
}

export function listItems({ value, path }: JsonNode): JsonNode[] {
  return Array.isArray(value) ? value.map((entry: unknown, at) => ({ value: entry, path: `${path}/${at}` })) : []
}

export function listProperties(place: JsonNode): [key: string, inside: JsonNode][] {
  return isJsonObject(place.value) ? Object.keys(place.value).map((key) => [key, getChild(place, key)]) : []
}

/** Returns the text at this node, or undefined if it is blank. */
export function getNonBlankText({ value }: JsonNode): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** JSON Pointer (RFC 6901); the root is the empty string. */
export function toJsonPointer(way: readonly PropertyKey[]): string {
  return way.map((segment) => `/${escapePointerSegment(String(segment))}`).join('')
}

function escapePointerSegment(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('\u0000', '�').toWellFormed()
}

type FindingText = Omit<Finding, 'severity' | 'path'>
const createFindingOf =
  (severity: Severity) =>
  ({ path }: Pick<JsonNode, 'path'>, code: string, message: FindingText['message']): Finding => ({
    severity,
    code,
    path,
    message,
  })

export const createErrorFinding = createFindingOf('error')
export const createWarningFinding = createFindingOf('warning')
export const createInfoFinding = createFindingOf('info')

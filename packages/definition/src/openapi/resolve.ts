import type { PathSegment } from '@parley/findings'

/** Access to an OpenAPI document from outside: its content is not trusted. */

export type DocumentObject = Record<string, unknown>

export function isObject(value: unknown): value is DocumentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A document that cannot be used, with the place in it. */
export class OpenapiError extends Error {
  readonly path: readonly PathSegment[]
  /** The document is valid, but this part of it cannot be called. */
  readonly isUnsupported: boolean
  constructor(path: readonly PathSegment[], message: string, { isUnsupported = false } = {}) {
    super(message)
    this.path = path
    this.isUnsupported = isUnsupported
  }
}

/** A value of the document, where it stands, and the references that led to it. */
export type Located = { value: unknown; path: readonly PathSegment[]; via: readonly string[] }

const maxReferences = 20

/** Follows `$ref` until there is none. Throws if a reference leads nowhere, out of the document, or in a circle. */
export function resolveReferences(root: DocumentObject, located: Located): Located {
  let { value, path, via } = located
  while (isObject(value) && typeof value.$ref === 'string') {
    const reference = value.$ref
    if (via.includes(reference) || via.length >= maxReferences)
      throw new OpenapiError([...path, '$ref'], `refers to ${quote(reference)}, which refers back to itself`)
    value = lookUp(root, reference, [...path, '$ref'])
    via = [...via, reference]
    path = toPath(reference)
  }
  return { value, path, via }
}

/** Returns the target of a reference such as `#/components/schemas/Order`. */
export function lookUp(root: DocumentObject, reference: string, path: readonly PathSegment[]): unknown {
  if (!reference.startsWith('#'))
    throw new OpenapiError(path, `refers to ${quote(reference)}: only references within the document are supported`)
  let at: unknown = root
  for (const segment of toPath(reference)) {
    const isKnown = (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, segment)
    if (!isKnown) throw new OpenapiError(path, `refers to ${quote(reference)}, which does not exist`)
    at = (at as DocumentObject)[segment as string]
  }
  return at
}

function toPath(reference: string): string[] {
  return reference
    .split('/')
    .slice(1)
    .map((segment) => decodeSegment(segment).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const quote = (text: string): string => `“${text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text}”`

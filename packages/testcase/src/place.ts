import type { Finding, Severity } from '@parley/findings'

/** A place in JSON of whatever shape: what is not there, or is something else than is looked for, is nothing. */
export type Place = { readonly value: unknown; readonly path: string }

type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function into({ value, path }: Place, ...way: readonly string[]): Place {
  const [key, ...further] = way
  if (key === undefined) return { value, path }
  const inside = isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return into({ value: inside, path: `${path}/${escaped(key)}` }, ...further)
}

export function listed({ value, path }: Place): Place[] {
  return Array.isArray(value) ? value.map((entry: unknown, at) => ({ value: entry, path: `${path}/${at}` })) : []
}

export function named(place: Place): [key: string, inside: Place][] {
  return isFields(place.value) ? Object.keys(place.value).map((key) => [key, into(place, key)]) : []
}

/** The words that stand there; blank ones say nothing. */
export function wordsAt({ value }: Place): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** JSON Pointer (RFC 6901); the root is the empty text. */
export function pointer(way: readonly PropertyKey[]): string {
  return way.map((segment) => `/${escaped(String(segment))}`).join('')
}

function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('\u0000', '�').toWellFormed()
}

type Told = Omit<Finding, 'severity' | 'path'>
const finding =
  (severity: Severity) =>
  ({ path }: Pick<Place, 'path'>, code: string, message: Told['message']): Finding => ({
    severity,
    code,
    path,
    message,
  })

export const error = finding('error')
export const warning = finding('warning')
export const info = finding('info')

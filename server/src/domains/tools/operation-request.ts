import type { OperationArgument, OperationRequest } from '@parley/definition'
import { ToolError, type ToolRequest } from './adapter.ts'

/** Builds the request of an OpenAPI operation from the arguments of a call. Pure. */
export function toOperationRequest(operation: OperationRequest, given: Record<string, unknown>): ToolRequest {
  const { method, path, arguments: all, contentType = 'application/json' } = operation
  const present = all.filter(({ name }) => given[name] !== undefined && Object.hasOwn(given, name))
  const at = (place: OperationArgument['in']) => present.filter((argument) => argument.in === place)
  const query = at('query').flatMap((argument) => serializeQuery(argument, given[argument.name]))
  const cookies = at('cookie').map(({ key, name }) => `${key}=${encodeURIComponent(toText(given[name]))}`)
  const headers = Object.fromEntries(at('header').map(({ key, name }) => [key, toHeaderValue(name, given[name])]))
  return {
    method,
    path: `${fillPath(path, all, given)}${query.length > 0 ? `?${query.map(encodePair).join('&')}` : ''}`,
    headers: { ...headers, ...(cookies.length > 0 && { cookie: cookies.join('; ') }) },
    ...buildBody(operation, { contentType, fields: at('body'), given }),
  }
}

type Pair = [key: string, value: string]
const encodePair = ([key, value]: Pair): string => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`

function fillPath(path: string, all: readonly OperationArgument[], given: Record<string, unknown>): string {
  return path.replace(/\{([^{}]+)\}/g, (_, key: string) => {
    const { name } = all.find((argument) => argument.in === 'path' && argument.key === key) ?? { name: key }
    const value = given[name]
    const text = Array.isArray(value) ? value.map(toText).join(',') : toText(value ?? '')
    // URLs resolve dots, also encoded ones: the request would reach another operation.
    if (text === '' || text === '.' || text === '..')
      throw new ToolError('invalid', `The argument ${name} must not be empty or consist of dots.`)
    return encodeURIComponent(text.toWellFormed())
  })
}

const separators: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** OpenAPI's styles; the default is `form` with one pair per entry. */
function serializeQuery(
  { key, style = 'form', explode = style === 'form' }: OperationArgument,
  value: unknown,
): Pair[] {
  if (Array.isArray(value)) {
    if (explode) return value.map((one): Pair => [key, toText(one)])
    return [[key, value.map(toText).join(separators[style] ?? ',')]]
  }
  if (typeof value !== 'object' || value === null) return [[key, toText(value)]]
  const entries = Object.entries(value)
  if (style === 'deepObject') return entries.flatMap(([name, one]) => nestPairs(`${key}[${name}]`, one))
  if (explode) return entries.map(([name, one]): Pair => [name, toText(one)])
  return [[key, entries.flatMap(([name, one]) => [name, toText(one)]).join(',')]]
}

const maxDepth = 10

/** `a[b]`: how forms and deep objects write what is nested. */
function nestPairs(key: string, value: unknown, depth = 0): Pair[] {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return [[key, toText(value)]]
  const entries = Array.isArray(value)
    ? value.map((one, index) => [String(index), one] as const)
    : Object.entries(value)
  return entries.flatMap(([name, one]) => nestPairs(`${key}[${name}]`, one, depth + 1))
}

type BodySource = { contentType: string; fields: readonly OperationArgument[]; given: Record<string, unknown> }

function buildBody({ body }: OperationRequest, { contentType, fields, given }: BodySource): Partial<ToolRequest> {
  if (body === undefined || (fields.length === 0 && body === 'whole')) return {}
  const [only] = fields
  const value =
    body === 'whole' && only ? given[only.name] : Object.fromEntries(fields.map(({ key, name }) => [key, given[name]]))
  if (contentType === 'application/json') return { json: value }
  if (!/^application\/x-www-form-urlencoded/i.test(contentType)) return { text: toText(value), contentType }
  if (typeof value !== 'object' || value === null) return { form: new URLSearchParams(toText(value)) }
  return { form: new URLSearchParams(Object.entries(value).flatMap(([key, one]) => nestPairs(key, one))) }
}

function toHeaderValue(name: string, value: unknown): string {
  const text = Array.isArray(value) ? value.map(toText).join(',') : toText(value)
  if (/^[\x20-\x7e\xa0-\xff]*$/.test(text)) return text
  throw new ToolError('invalid', `The argument ${name} contains characters that a header cannot have.`)
}

const toText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

import type { FieldError, PathSegment } from '@parley/findings'
import { formatFieldPath } from '@parley/findings'
import { type IntegrationTool, toolNamePattern } from '../integration-tools.ts'
import { parseYaml } from '../portable/parse-yaml.ts'
import { buildOperationTool, type OpenapiOperation } from './operation.ts'
import { type DocumentObject, isObject, OpenapiError, resolveReferences } from './resolve.ts'

/** Reads the operations of an OpenAPI 3.0 or 3.1 document as tools. Pure, and bounded for any document. */

export type OpenapiOptions = {
  /** The operations that become tools. Default: all. */
  operations?: readonly string[] | undefined
  /** Where the operations are called. Default: the first server of the document. */
  serverUrl?: string | undefined
  /** Where the document comes from; a server in it may be relative to this. */
  documentUrl?: string | undefined
  /** An operation that is chosen and does not exist is left out instead of being an error. */
  ignoresUnknown?: boolean
}

export type OpenapiReading =
  | { ok: true; tools: IntegrationTool[]; baseUrl: string }
  | { ok: false; errors: FieldError[] }

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const
/** More operations than this are counted, and not described: they are more than an integration may have. */
const maxDescribed = 100
const maxErrors = 20
const maxOperations = 5_000

export function readOpenapi(document: unknown, options: OpenapiOptions = {}): OpenapiReading {
  try {
    const root = assertOpenapi(document)
    const baseUrl = readBaseUrl(root, options)
    const { tools, errors } = readTools(root, baseUrl, options)
    return errors.length > 0 ? { ok: false, errors: errors.slice(0, maxErrors) } : { ok: true, tools, baseUrl }
  } catch (error) {
    if (error instanceof OpenapiError) return { ok: false, errors: [toFieldError(error)] }
    throw error
  }
}

/** Reads a document from its text, which is JSON or YAML. */
export function parseOpenapi(text: string, options: OpenapiOptions = {}): OpenapiReading {
  const fail = (message: string): OpenapiReading => ({ ok: false, errors: [{ field: 'document', message }] })
  if (/^\s*\{/.test(text)) {
    try {
      return readOpenapi(JSON.parse(text), options)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return fail('must be valid JSON or YAML')
    }
  }
  const read = parseYaml(text, { allowsScalarKeys: true })
  if (read.ok) return readOpenapi(read.value, options)
  const place = read.line === undefined ? '' : ` (line ${read.line}, column ${read.column})`
  return fail(`could not be parsed as YAML: ${read.message}${place}`)
}

const toFieldError = ({ path, message }: OpenapiError): FieldError => ({
  field: formatFieldPath(['document', ...path]),
  message,
})

function assertOpenapi(document: unknown): DocumentObject {
  if (!isObject(document)) throw new OpenapiError([], 'must be an OpenAPI document')
  const { openapi, swagger, paths } = document
  if (swagger !== undefined) throw new OpenapiError(['swagger'], 'is of Swagger 2.0; convert the document to OpenAPI 3')
  if (typeof openapi !== 'string' || !/^3\.[01](?:\.|$)/.test(openapi))
    throw new OpenapiError(['openapi'], 'must be the version of the document: 3.0 or 3.1')
  if (!isObject(paths)) throw new OpenapiError(['paths'], 'must be an object with the operations')
  return document
}

function readBaseUrl(root: DocumentObject, { serverUrl, documentUrl }: OpenapiOptions): string {
  if (serverUrl !== undefined) return toBaseUrl(serverUrl)
  const [server] = Array.isArray(root.servers) ? root.servers : []
  const url = isObject(server) ? fillVariables(server) : '/'
  const at = isObject(server) ? ['servers', 0, 'url'] : ['servers']
  if (!URL.canParse(url, documentUrl)) throw new OpenapiError(at, 'must have an absolute address; else set serverUrl')
  const { protocol, username, password, href } = new URL(url, documentUrl)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new OpenapiError(at, 'must be an http or https URL; else set serverUrl')
  if (username !== '' || password !== '') throw new OpenapiError(at, 'must not contain a user name or password')
  return toBaseUrl(href)
}

function toBaseUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

function fillVariables({ url, variables }: DocumentObject): string {
  const values = isObject(variables) ? variables : {}
  return String(url).replace(/\{([^{}]+)\}/g, (written, name: string) => {
    const variable = Object.hasOwn(values, name) ? values[name] : undefined
    return isObject(variable) && typeof variable.default === 'string' ? variable.default : written
  })
}

/** Every operation by the name of its tool. */
function listOperations(root: DocumentObject): Map<string, OpenapiOperation> {
  const named = new Map<string, OpenapiOperation>()
  for (const [path, written] of Object.entries(root.paths as DocumentObject)) {
    if (!path.startsWith('/')) continue
    const place: PathSegment[] = ['paths', path]
    const item = isObject(written) ? resolveReferences(root, { value: written, path: place, via: [] }).value : written
    if (!isObject(item)) throw new OpenapiError(place, 'must be an object with operations')
    for (const method of methods) {
      const value = item[method]
      if (value === undefined) continue
      if (!isObject(value)) throw new OpenapiError([...place, method], 'must be an operation')
      if (named.size >= maxOperations)
        throw new OpenapiError(['paths'], `must have at most ${maxOperations} operations`)
      named.set(freeName(named, toToolName(value.operationId, method, path)), {
        ...{ method, path, value, item },
        at: [...place, method],
      })
    }
  }
  return named
}

function toToolName(operationId: unknown, method: string, path: string): string {
  const written = typeof operationId === 'string' && operationId.trim() !== '' ? operationId.trim() : undefined
  if (written !== undefined && toolNamePattern.test(written)) return written
  return (written ?? `${method}_${path}`)
    .replace(/[^\p{L}\p{N}]/gu, '_')
    .slice(0, 100)
    .toWellFormed()
}

function freeName(used: ReadonlyMap<string, unknown>, name: string): string {
  if (!used.has(name)) return name
  let number = 2
  while (used.has(`${name}_${number}`)) number += 1
  return `${name}_${number}`
}

function readTools(
  root: DocumentObject,
  baseUrl: string,
  { operations, ignoresUnknown, serverUrl, documentUrl }: OpenapiOptions,
): { tools: IntegrationTool[]; errors: FieldError[] } {
  const all = listOperations(root)
  const tools: IntegrationTool[] = []
  const errors: FieldError[] = []
  const chosen = operations === undefined ? [...all.keys()] : [...new Set(operations)]
  for (const name of chosen) {
    const operation = all.get(name)
    if (!operation) {
      const index = operations?.indexOf(name) ?? 0
      if (!ignoresUnknown)
        errors.push({ field: `operations[${index}]`, message: `is not an operation of the document: ${name}` })
      continue
    }
    if (tools.length >= maxDescribed) {
      tools.push({ name, description: '', parameters: { type: 'object' }, readOnly: false })
      continue
    }
    try {
      if (serverUrl === undefined) assertServedAt(baseUrl, operation, documentUrl)
      tools.push(buildOperationTool(root, name, operation))
    } catch (error) {
      if (!(error instanceof OpenapiError)) throw error
      if (error.isUnsupported && operations === undefined) continue
      errors.push(toFieldError(error))
    }
  }
  return { tools, errors }
}

/** The secret of an integration is for one server. An operation of another one needs an integration of its own. */
function assertServedAt(baseUrl: string, { value, item, at }: OpenapiOperation, documentUrl: string | undefined): void {
  const servers = value.servers ?? item.servers
  const [server] = Array.isArray(servers) ? servers : []
  if (!isObject(server)) return
  const url = fillVariables(server)
  if (URL.canParse(url, documentUrl) && toBaseUrl(new URL(url, documentUrl).href) === baseUrl) return
  throw new OpenapiError([...at, 'servers'], 'is another server than that of the document', { isUnsupported: true })
}

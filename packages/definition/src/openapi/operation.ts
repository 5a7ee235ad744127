import type { PathSegment } from '@parley/findings'
import type { IntegrationTool } from '../integration-tools.ts'
import { type DocumentObject, isObject, type Located, OpenapiError, resolveReferences } from './resolve.ts'
import { expandSchema, fitSchema, maxProperties, type SchemaLevel } from './schema.ts'

/** An operation of a document as a tool: its parameters and the fields of its body are one flat list of arguments. */

export type ArgumentPlace = 'path' | 'query' | 'header' | 'cookie' | 'body'

export type OperationArgument = {
  /** The name of the argument; differs from `key` if two places have the same one. */
  name: string
  in: ArgumentPlace
  key: string
  style?: string
  explode?: boolean
}

export type OperationRequest = {
  method: string
  path: string
  arguments: OperationArgument[]
  /** `whole`: the argument `body` is the body. `fields`: the arguments in the body are its fields. */
  body?: 'fields' | 'whole'
  contentType?: string
}

export type OpenapiOperation = {
  method: string
  path: string
  value: DocumentObject
  item: DocumentObject
  at: readonly PathSegment[]
}

type Argument = OperationArgument & { isRequired: boolean; describe(level: SchemaLevel): DocumentObject }
type Body = Pick<OperationRequest, 'body' | 'contentType'> & { arguments: Argument[] }

const maxDescriptionLength = 1000

/** Throws an OpenapiError for an operation that cannot be called. */
export function buildOperationTool(root: DocumentObject, name: string, operation: OpenapiOperation): IntegrationTool {
  const { method, path, value } = operation
  const parameters = listParameters(root, operation)
  const body = readBody(root, operation)
  const all = withDistinctNames([...parameters, ...body.arguments])
  const { body: form, contentType } = body
  return {
    name,
    description: describeOperation(operation),
    parameters: fitSchema((level) => toObjectSchema(all, level)),
    readOnly: method === 'get' || method === 'head' || method === 'options',
    request: {
      method: method.toUpperCase(),
      path,
      arguments: all.map(({ isRequired: _, describe: __, ...argument }) => argument),
      ...(form && { body: form }),
      ...(contentType !== undefined && { contentType }),
    },
    ...(value.deprecated === true && { description: `Deprecated. ${describeOperation(operation)}` }),
  }
}

function describeOperation({ value, item, method, path }: OpenapiOperation): string {
  const texts = [value.summary ?? item.summary, value.description ?? item.description]
  const written = texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '')
  const text = [...new Set(written.map((one) => one.trim()))].join('\n') || `${method.toUpperCase()} ${path}`
  return text.length <= maxDescriptionLength ? text : `${text.slice(0, maxDescriptionLength).toWellFormed()}…`
}

function toObjectSchema(all: readonly Argument[], level: SchemaLevel): DocumentObject {
  const required = all.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(({ name, describe }) => [name, describe(level)])),
    ...(required.length > 0 && { required }),
  }
}

/** The first of two arguments with one name keeps it; the other gets its place appended. */
function withDistinctNames(all: readonly Argument[]): Argument[] {
  const used = new Set<string>()
  return all.map((argument) => {
    let { name } = argument
    while (used.has(name)) name = `${name}_${argument.in}`
    used.add(name)
    return { ...argument, name }
  })
}

/** Set by Parley or by the integration's `auth`; OpenAPI ignores the first three as well. */
const ownHeaders = /^(?:accept|content-type|authorization|host|cookie|content-length|transfer-encoding|connection)$/i
const places: readonly unknown[] = ['path', 'query', 'header', 'cookie']
const maxParameters = 200

function listParameters(root: DocumentObject, { value, item, at, path }: OpenapiOperation): Argument[] {
  const found = new Map<string, Argument>()
  const itemPath = at.slice(0, -1)
  for (const [list, place] of [
    [item.parameters, [...itemPath, 'parameters']],
    [value.parameters, [...at, 'parameters']],
  ] as const) {
    if (list === undefined) continue
    if (!Array.isArray(list)) throw new OpenapiError(place, 'must be a list')
    for (const [index, one] of list.slice(0, maxParameters).entries()) {
      const parameter = readParameter(root, { value: one, path: [...place, index], via: [] })
      if (parameter) found.set(`${parameter.in} ${parameter.key}`, parameter)
    }
  }
  for (const key of listTemplateKeys(path)) {
    if (!found.has(`path ${key}`))
      found.set(`path ${key}`, { name: key, in: 'path', key, isRequired: true, describe: () => ({ type: 'string' }) })
  }
  return [...found.values()].filter((one) => one.in !== 'path' || listTemplateKeys(path).includes(one.key))
}

const listTemplateKeys = (path: string): string[] => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, key]) => key as string)

function readParameter(root: DocumentObject, located: Located): Argument | undefined {
  const { value, path } = resolveReferences(root, located)
  if (!isObject(value)) throw new OpenapiError(path, 'must be a parameter')
  const { name: key, in: place, style, explode, description } = value
  if (typeof key !== 'string' || key === '') throw new OpenapiError([...path, 'name'], 'is required')
  if (!places.includes(place)) throw new OpenapiError([...path, 'in'], 'must be one of path, query, header, cookie')
  if (place === 'header' && (ownHeaders.test(key) || !/^[A-Za-z0-9_-]+$/.test(key))) return undefined
  if (place === 'cookie' && !/^[A-Za-z0-9_-]+$/.test(key)) return undefined
  const { schema, at } = readParameterSchema(value, path)
  return {
    name: key,
    in: place as ArgumentPlace,
    key,
    ...(typeof style === 'string' && { style }),
    ...(typeof explode === 'boolean' && { explode }),
    isRequired: place === 'path' || value.required === true,
    describe(level) {
      const expanded = expandSchema(schema, { root, path: at }, level)
      return typeof description === 'string' && level.describes
        ? { ...expanded, description: description.slice(0, 300).toWellFormed() }
        : expanded
    },
  }
}

function readParameterSchema({ schema, content }: DocumentObject, path: readonly PathSegment[]) {
  const [type, media] = isObject(content) ? (Object.entries(content)[0] ?? []) : []
  if (schema === undefined && type !== undefined && isObject(media))
    return { schema: media.schema, at: [...path, 'content', type, 'schema'] }
  return { schema, at: [...path, 'schema'] }
}

const isJson = (type: string): boolean =>
  /^(?:application\/json|[^;]+\+json|\*\/\*|application\/\*)\s*(?:;|$)/i.test(type)
const isForm = (type: string): boolean => /^application\/x-www-form-urlencoded/i.test(type)
const isText = (type: string): boolean => /^text\//i.test(type)

function readBody(root: DocumentObject, { value, at }: OpenapiOperation): Body {
  if (value.requestBody === undefined) return { arguments: [] }
  const start = { value: value.requestBody, path: [...at, 'requestBody'], via: [] }
  const { value: body, path } = resolveReferences(root, start)
  if (!isObject(body) || !isObject(body.content)) throw new OpenapiError([...path, 'content'], 'must be an object')
  const types = Object.keys(body.content)
  const type = types.find(isJson) ?? types.find(isForm) ?? types.find(isText)
  if (type === undefined) {
    if (body.required !== true) return { arguments: [] }
    const known = types.join(', ').slice(0, 200).toWellFormed() || 'nothing'
    throw new OpenapiError([...path, 'content'], `needs ${known}; only JSON, forms and text can be sent`, {
      isUnsupported: true,
    })
  }
  const media = body.content[type]
  const schema = {
    value: isObject(media) ? media.schema : undefined,
    path: [...path, 'content', type, 'schema'],
    via: [],
  }
  const contentType = isJson(type) ? 'application/json' : type
  return { contentType, ...readBodySchema(root, schema, body.required === true) }
}

function readBodySchema(root: DocumentObject, located: Located, isRequired: boolean): Omit<Body, 'contentType'> {
  const fields = collectFields(root, located, { parts: maxProperties })
  if (fields === undefined || fields.size === 0) {
    const describe = (level: SchemaLevel) => expandSchema(located.value, { root, path: located.path }, level)
    return { body: 'whole', arguments: [{ name: 'body', in: 'body', key: 'body', isRequired, describe }] }
  }
  const all = [...fields].map(([key, { schema, path, isNeeded }]): Argument => {
    const describe = (level: SchemaLevel) => expandSchema(schema, { root, path }, level)
    return { name: key, in: 'body', key, isRequired: isRequired && isNeeded, describe }
  })
  return { body: 'fields', arguments: all }
}

type BodyField = { schema: unknown; path: readonly PathSegment[]; isNeeded: boolean }

/** The fields of an object, also of one that `allOf` composes; undefined for any other body. */
function collectFields(
  root: DocumentObject,
  located: Located,
  left: { parts: number },
): Map<string, BodyField> | undefined {
  const { value, path } = resolveReferences(root, located)
  // Parts can refer to further parts, and double with each line of the document.
  left.parts -= 1
  if (!isObject(value) || left.parts < 0) return undefined
  const { type, properties, allOf, anyOf, oneOf, required } = value
  const isRecord = type === 'object' || (Array.isArray(type) && type.includes('object')) || type === undefined
  if (!isRecord || anyOf !== undefined || oneOf !== undefined) return undefined
  const fields = new Map<string, BodyField>()
  for (const [index, part] of (Array.isArray(allOf) ? allOf : []).entries()) {
    const inner = collectFields(root, { value: part, path: [...path, 'allOf', index], via: [] }, left)
    if (!inner) return undefined
    for (const [key, field] of inner) fields.set(key, field)
  }
  for (const [key, schema] of Object.entries(isObject(properties) ? properties : {}).slice(0, maxProperties)) {
    if (isObject(schema) && schema.readOnly === true) continue
    fields.set(key, { schema, path: [...path, 'properties', key], isNeeded: false })
  }
  for (const key of Array.isArray(required) ? required : []) {
    const field = fields.get(key as string)
    if (field) fields.set(key as string, { ...field, isNeeded: true })
  }
  return fields
}

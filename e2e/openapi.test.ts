import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { type ZodType, z } from 'zod'
import { builtInCatalog } from '../server/src/domains/catalogs/index.ts'
import { problemCodesOf } from '../server/src/platform/http/openapi.ts'
import { problems } from '../server/src/platform/http/problem-codes.ts'
import type { Route } from '../server/src/platform/http/route.ts'
import { createTestApp } from '../server/src/testing/app.ts'
import { buildOpenApiDocuments } from '../server/src/testing/openapi-documents.ts'

type Operation = {
  operationId: string
  summary: string
  security: unknown[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}
type Response = {
  description: string
  headers: Record<string, { description: string }>
  content?: Record<string, { schema: Schema; examples?: object }>
}
type Schema = { $ref?: string; examples?: unknown[] }
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
  webhooks: Record<string, { post: Operation & { requestBody: { content: Record<string, { schema: Schema }> } } }>
}

const server = await createTestApp()
const document = JSON.parse((await server.app.inject('/openapi.json')).body) as Document

const agent = '/orgs/{org}/agents/{agent}'

/** Operations with the responses that they reference. */
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const responses = Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)])
    operation.responses = Object.fromEntries(responses)
    return { name: `${method.toUpperCase()} ${path}`, operation }
  }),
)

function resolve(response: Response & { $ref?: string }): Response {
  const name = response.$ref?.split('/').at(-1)
  return name === undefined ? response : (document.components.responses[name] as Response)
}

test('the document is valid OpenAPI 3.1', async () => {
  const published = JSON.parse((await server.app.inject('/openapi.json')).body)
  const result = await new Validator().validate(published)
  assert.deepEqual(result.errors, undefined)
  assert.equal(result.valid, true)
  assert.match(document.openapi, /^3\.1\./)
})

/** Parses the routes from the tree that the server prints: each level is indented by four columns. */
function registeredRoutes(): Set<string> {
  const parentParts: string[] = []
  const routes = new Set<string>()
  for (const line of server.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? []
    const depth = indent.length / 4
    parentParts[depth] = part
    const path = parentParts.slice(0, depth + 1).join('')
    if (!path.startsWith('/v1')) continue
    for (const method of methods.split(', ')) if (method !== 'HEAD') routes.add(`${method} ${path.slice(3)}`)
  }
  return routes
}

test('the document has every registered route of the API, and no other', () => {
  const documentedRoutes = operations.map(({ name }) => name.replace(/\{(\w+)\}/g, ':$1')).sort()
  assert.deepEqual(documentedRoutes, server.routes.map((route) => `${route.method} ${route.path}`).sort())
  // The tree prints a parameter once for all routes that share the position, whatever each route names it.
  const normalizeNames = (names: string[]) =>
    names.map((name) => name.replace(/\/:[^/]+/g, '/:').replace('::', ':')).sort()
  assert.deepEqual(normalizeNames(documentedRoutes), normalizeNames([...registeredRoutes()]))
})

test('operation ids are nouns and a verb, and clients can name methods after them', () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*)+$/)
  // A group of methods cannot be a method as well, and generators join the parts.
  for (const id of ids) assert.ok(!ids.some((other) => other.startsWith(`${id}.`)), id)
  const joined = ids.map((id) => id.replaceAll('.', '').toLowerCase())
  assert.equal(new Set(joined).size, ids.length)
  const named = operations.find(({ operation }) => operation.operationId === 'people.identities.update')
  assert.equal(named?.name, `PATCH ${agent}/people/{personId}/identities/{asid}`)
})

const idsFile = new URL('operation-ids.txt', import.meta.url)

/** The operation ids of a document and its webhooks, each with its call. */
function listOperationIds(title: string, { paths, webhooks }: Document): string[] {
  const lines = [...Object.entries(paths), ...Object.entries(webhooks)].flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId.padEnd(55)} ${method.toUpperCase()} ${path}`,
    ),
  )
  const ids = lines.map((line) => line.split(' ')[0])
  const repeated = ids.filter((id, at) => ids.indexOf(id) !== at)
  assert.deepEqual(repeated, [], `${title}: two operations have the same id`)
  return [`# ${title}`, ...lines.toSorted(), '']
}

test('operation ids are those of operation-ids.txt, because methods of the SDK and of generated clients are named after them', async () => {
  const { management, gateway } = (await buildOpenApiDocuments()) as Record<'management' | 'gateway', Document>
  const now = [
    ...listOperationIds('The management API', management),
    ...listOperationIds('The messaging gateway', gateway),
  ]
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(idsFile, now.join('\n'))
  const stored = readFileSync(idsFile, 'utf8').split('\n')
  const difference = {
    new: now.filter((line) => !stored.includes(line)),
    removed: stored.filter((line) => !now.includes(line)),
  }
  const advice =
    'A client that uses a removed id breaks: keep it with `verb` in the route. UPDATE_GOLDEN=1 rewrites the file: review the diff.'
  assert.deepEqual(difference, { new: [], removed: [] }, advice)
  assert.deepEqual(now, stored, 'the lines are in another order')
})

test('the webhooks section has every event of an org, with the fields of its sample', () => {
  const events = builtInCatalog.list('webhook-events')
  assert.deepEqual(Object.keys(document.webhooks).sort(), events.map(({ id }) => id).sort())
  for (const { id, example = {} } of events) {
    const reference = document.webhooks[id]?.post.requestBody.content['application/json']?.schema.$ref ?? ''
    const schema = document.components.schemas[reference.split('/').at(-1) ?? ''] as {
      properties: { type: { const: string }; data: { properties: object } }
    }
    assert.equal(schema.properties.type.const, id)
    assert.deepEqual(Object.keys(schema.properties.data.properties), Object.keys(example.data as object), id)
  }
})

test('no body of a PATCH has defaults, and no schema has values that generators cannot name', () => {
  for (const { name, operation } of operations) {
    if (!name.startsWith('PATCH')) continue
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      assert.deepEqual(listReachable(schema).filter(hasDefault), [], name)
  }
  for (const schema of Object.values(document.components.schemas).flatMap((one) => listParts(one))) {
    assert.notEqual(schema.additionalProperties, null)
    assert.equal('nullable' in schema && typeof schema.nullable === 'boolean', false)
    if (!Array.isArray(schema.enum)) continue
    const keys = (schema['x-enum-varnames'] ?? schema.enum.map((value) => String(value).replace(/\W/g, ''))) as string[]
    assert.equal(new Set(keys.map((key) => key.toLowerCase())).size, keys.length, String(schema.enum))
  }
})

test('a request may leave out each field that has a default', () => {
  for (const { name, operation } of operations) {
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
      for (const { properties = {}, required = [] } of listReachable(schema) as ObjectSchema[]) {
        const both = required.filter((field) => hasDefault(properties[field] ?? {}))
        assert.deepEqual(both, [], `${name}: another name for the schema of the response, where the field is required`)
      }
    }
  }
})

type ObjectSchema = { properties?: Record<string, Part>; required?: string[] }

type Part = Record<string, unknown> & { enum?: unknown[] }

function listParts(value: unknown): Part[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, part]) => (key === 'examples' ? [] : listParts(part)))
  return Array.isArray(value) ? inner : [value as Part, ...inner]
}

function listReachable(schema: unknown, seen = new Set<string>()): Part[] {
  return listParts(schema).flatMap((part) => {
    const name = typeof part.$ref === 'string' ? (part.$ref.split('/').at(-1) ?? '') : undefined
    if (name === undefined) return [part]
    if (seen.has(name)) return []
    seen.add(name)
    return listReachable(document.components.schemas[name], seen)
  })
}

const hasDefault = (part: Part): boolean => 'default' in part && typeof part.default !== 'object'

test('every operation has its own id, a summary, its security and its error responses', () => {
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length)
  for (const route of server.routes) {
    const name = `${route.method} ${route.path.replace(/\/:(\w+)/g, '/{$1}')}`
    const operation = operations.find((candidate) => candidate.name === name)?.operation as Operation
    assert.ok(operation.summary && !operation.summary.endsWith('.'), name)
    assert.equal(operation.security.length, route.access.kind === 'public' ? 0 : 1, name)
    for (const code of problemCodesOf(route, server.routes)) {
      const [status] = findStatuses(operation, code)
      const expectedStatuses: readonly number[] = problems[code].statuses
      assert.ok(expectedStatuses.includes(Number(status)), `${name} tells of ${code}`)
    }
  }
})

const findStatuses = ({ responses }: Operation, code: string): string[] =>
  Object.keys(responses).filter((status) => responses[status]?.description.split(', ').includes(code))

const getOperation = (method: string, path: string) => document.paths[agent + path]?.[method] as Operation
const namedSend = getOperation('post', '/outreach/{outreachId}/sends')
const journey = getOperation('post', '/integrations/journey/outreach/{outreachId}/sends')
const testSend = getOperation('post', '/campaigns/{campaignId}/test-send')

test('an error code with several statuses appears under the status that the route answers', () => {
  const unknownCode = 'agent.outreach.not_found'
  const otherOperations = ['get', 'put', 'patch', 'delete'].map((method) =>
    getOperation(method, '/outreach/{outreachId}'),
  )
  assert.deepEqual(findStatuses(namedSend, unknownCode), ['422'])
  for (const operation of [...otherOperations, journey]) assert.deepEqual(findStatuses(operation, unknownCode), ['404'])
  const invalidStatuses = [namedSend, journey].map((operation) => findStatuses(operation, 'request.invalid'))
  assert.deepEqual(invalidStatuses, [['422'], ['400']])
})

test('every response of a rate-limited route has the RateLimit headers, and no other response has them', () => {
  const budget = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  const isLimited = ({ responses }: Operation) => Object.values(responses).some(({ headers }) => 'RateLimit-Limit' in headers) // biome-ignore format: one line
  const limitedOperations = operations.map(({ operation }) => operation).filter(isLimited)
  assert.deepEqual(new Set(limitedOperations), new Set([namedSend, journey, testSend]))
  for (const { responses } of limitedOperations) {
    for (const [status, { headers }] of Object.entries(responses)) {
      const extraHeaders = status === '429' ? ['Retry-After'] : []
      assert.deepEqual(Object.keys(headers), ['X-Request-Id', ...budget, ...extraHeaders], status)
    }
  }
})

test('a named send documents the forms of its recipient and the maximum number of inputs', () => {
  const { properties } = document.components.schemas.NamedSend as {
    properties: {
      recipient: { oneOf: { properties: Record<string, Part> }[] }
      inputs: { anyOf: { maxProperties?: number }[] }
    }
  }
  const fieldsOf = ({ properties: fields }: { properties: Record<string, Part> }) =>
    Object.keys(fields).filter((name) => fields[name]?.type !== 'null')
  const recipientForms = properties.recipient.oneOf.map(fieldsOf)
  assert.deepEqual(recipientForms, [['channel', 'address'], ['asid'], ['personId', 'channel'], ['personaId']])
  for (const form of properties.recipient.oneOf) assert.equal(Object.keys(form.properties).length, 5)
  assert.equal(properties.inputs.anyOf[0]?.maxProperties, 100)
})

test('every request and response body has a valid example, of itself or of its entries', () => {
  for (const route of server.routes) {
    for (const body of listBodies(route)) {
      const { id, examples = [] } = (body.meta() ?? {}) as { id?: string; examples?: unknown[] }
      const isNamed = id !== undefined || body instanceof z.ZodString
      assert.ok(isNamed && examples.length > 0, `${route.method} ${route.path} has a named body with an example`)
      for (const example of examples) assert.ok(body.safeParse(example).success, `${id}: ${JSON.stringify(example)}`)
      if (id === undefined) continue
      const { schemas } = document.components
      const component = schemas[id] ?? schemas[`${id.replace(/Body$/, '')}Patch`]
      assert.deepEqual(component?.examples, examples, id)
    }
    const answer = (route.response && unwrapItem(route.response).meta()) as { examples?: unknown[] } | undefined
    if (route.response)
      assert.ok(answer?.examples?.length, `the answer of ${route.method} ${route.path} has an example`)
    for (const example of answer?.examples ?? [])
      assert.ok(route.response && unwrapItem(route.response).safeParse(example).success, JSON.stringify(example))
  }
})

/** Streamed bodies are described by their media types; plain text has an example and needs no named schema. */
function listBodies({ body, bodyFormat }: Route): ZodType[] {
  if (bodyFormat?.spools) return Object.values(bodyFormat.types)
  return body ? [body] : []
}

/** A list is represented by its items. */
function unwrapItem(schema: ZodType): ZodType {
  const data = schema instanceof z.ZodObject ? schema.shape.data : undefined
  return data instanceof z.ZodArray ? (data.element as ZodType) : schema
}

test('response schemas allow additional fields, and request schemas forbid them', () => {
  const agent = document.components.schemas.Agent as { additionalProperties?: boolean }
  const create = document.components.schemas.ApiKeyCreate as { additionalProperties?: boolean }
  assert.deepEqual([agent.additionalProperties, create.additionalProperties], [undefined, false])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { IntegrationTool } from '../integration-tools.ts'
import { parseOpenapi, readOpenapi } from './read-openapi.ts'

const server = 'https://api.example.com/v1'
const ok = { responses: { 200: { description: 'ok' } } }

function build(paths: object, more: object = {}): object {
  return { openapi: '3.0.3', info: { title: 'T', version: '1' }, servers: [{ url: server }], paths, ...more }
}

function readOk(document: unknown, options: Parameters<typeof readOpenapi>[1] = {}) {
  const read = readOpenapi(document, options)
  assert.ok(read.ok, JSON.stringify(read))
  return read
}

function readTool(document: unknown, name: string): IntegrationTool {
  const tool = readOk(document).tools.find((one) => one.name === name)
  assert.ok(tool, `no tool ${name}`)
  return tool
}

function readErrors(document: unknown, options: Parameters<typeof readOpenapi>[1] = {}): string[] {
  const read = readOpenapi(document, options)
  assert.ok(!read.ok)
  return read.errors.map(({ field, message }) => `${field}: ${message}`)
}

test('parameters and the fields of a JSON body are one flat object, with references written out', () => {
  const document = build(
    {
      '/orders/{orderId}/items': {
        parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'string' } }],
        post: {
          operationId: 'addItem',
          summary: 'Adds an item.',
          parameters: [{ $ref: '#/components/parameters/Trace' }],
          requestBody: { $ref: '#/components/requestBodies/Item' },
          ...ok,
        },
      },
    },
    {
      components: {
        parameters: { Trace: { name: 'X-Trace', in: 'header', schema: { type: 'string' } } },
        requestBodies: {
          Item: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } },
        },
        schemas: {
          Base: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } },
          Item: {
            allOf: [
              { $ref: '#/components/schemas/Base' },
              {
                type: 'object',
                properties: {
                  count: { type: 'integer', minimum: 0, exclusiveMinimum: true },
                  note: { type: 'string', nullable: true },
                  id: { type: 'string', readOnly: true },
                },
              },
            ],
          },
        },
      },
    },
  )
  const { parameters, readOnly, request, description } = readTool(document, 'addItem')
  assert.deepEqual(parameters, {
    type: 'object',
    properties: {
      orderId: { type: 'string' },
      'X-Trace': { type: 'string' },
      sku: { type: 'string' },
      count: { type: 'integer', minimum: 0, exclusiveMinimum: 0 },
      note: { type: ['string', 'null'] },
    },
    required: ['orderId', 'sku'],
  })
  assert.deepEqual([readOnly, description, request?.method, request?.body], [false, 'Adds an item.', 'POST', 'fields'])
  assert.equal(JSON.stringify(parameters).includes('$ref'), false)
})

test('a body that is not an object is the argument body, and equal names get their place appended', () => {
  const list = {
    required: true,
    content: { 'application/json': { schema: { type: 'array', items: { type: 'integer' } } } },
  }
  const same = {
    content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'integer' } } } } },
  }
  const document = build({
    '/batch': { put: { operationId: 'batch', requestBody: list, ...ok } },
    '/things/{id}': { patch: { operationId: 'change', requestBody: same, ...ok } },
  })
  assert.deepEqual(readTool(document, 'batch').parameters, {
    type: 'object',
    properties: { body: { type: 'array', items: { type: 'integer' } } },
    required: ['body'],
  })
  const change = readTool(document, 'change')
  assert.deepEqual(change.parameters.required, ['id'])
  assert.deepEqual(
    change.request?.arguments.map(({ name, in: place, key }) => [name, place, key]),
    [
      ['id', 'path', 'id'],
      ['id_body', 'body', 'id'],
    ],
  )
})

test('an operation without an id is named after its method and path, and a repeated id is numbered', () => {
  const document = build({
    '/orders/{id}': { get: ok, delete: { operationId: 'same', ...ok } },
    '/x': { get: { operationId: 'same', ...ok }, post: { operationId: 'has blanks', ...ok } },
  })
  assert.deepEqual(
    readOk(document).tools.map(({ name }) => name),
    ['get__orders__id_', 'same', 'same_2', 'has_blanks'],
  )
})

test('the server is the first one, with the defaults of its variables, relative to the document, or serverUrl', () => {
  const at = (servers: unknown, options = {}) => readOk(build({}, { servers }), options).baseUrl
  const variables = { region: { default: 'eu' } }
  assert.equal(at([{ url: 'https://{region}.example.com/v2/', variables }]), 'https://eu.example.com/v2')
  assert.equal(
    at([{ url: '/v3' }], { documentUrl: 'https://docs.example.com/openapi.json' }),
    'https://docs.example.com/v3',
  )
  assert.equal(at(undefined, { serverUrl: 'https://own.example.com/' }), 'https://own.example.com')
  assert.deepEqual(readErrors(build({}, { servers: [{ url: '/v3' }] })), [
    'document.servers[0].url: must have an absolute address; else set serverUrl',
  ])
})

test('operations of other hosts, and bodies that cannot be sent, are left out, and an error if they are chosen', () => {
  const upload = { required: true, content: { 'multipart/form-data': { schema: {} } } }
  const document = build({
    '/a': { get: { operationId: 'plain', ...ok } },
    '/b': { get: { operationId: 'elsewhere', servers: [{ url: 'https://evil.example.org' }], ...ok } },
    '/c': { post: { operationId: 'upload', requestBody: upload, ...ok } },
  })
  assert.deepEqual(
    readOk(document).tools.map(({ name }) => name),
    ['plain'],
  )
  assert.match(
    readErrors(document, { operations: ['upload'] })[0] ?? '',
    /^document\.paths\S*.*only JSON, forms and text/,
  )
  assert.match(readErrors(document, { operations: ['elsewhere'] })[0] ?? '', /another server/)
})

test('operations chooses the tools; one that does not exist is an error, except at a refresh', () => {
  const document = build({ '/a': { get: { operationId: 'a', ...ok } }, '/b': { get: { operationId: 'b', ...ok } } })
  const names = (options: object) => readOk(document, options).tools.map(({ name }) => name)
  assert.deepEqual(names({ operations: ['b'] }), ['b'])
  assert.deepEqual(names({ operations: ['b', 'gone'], ignoresUnknown: true }), ['b'])
  assert.deepEqual(readErrors(document, { operations: ['b', 'gone'] }), [
    'operations[1]: is not an operation of the document: gone',
  ])
})

const dangling = { parameters: [{ $ref: '#/components/parameters/Nobody' }], ...ok }
const unreadable: [title: string, document: unknown, error: RegExp][] = [
  ['nothing', undefined, /^document: must be an OpenAPI document/],
  ['a list', [], /^document: must be an OpenAPI document/],
  ['an empty object', {}, /^document\.openapi: /],
  ['Swagger 2.0', { swagger: '2.0', paths: {} }, /^document\.swagger: /],
  ['another version', { ...build({}), openapi: '4.0.0' }, /^document\.openapi: /],
  ['paths that are a list', build([]), /^document\.paths: /],
  ['a path that is text', build({ '/x': 'y' }), /^document\.paths.*must be an object/],
  ['an operation that is text', build({ '/x': { get: 'y' } }), /^document\.paths.*must be an operation/],
  ['a reference to nothing', build({ '/x': { get: dangling } }), /^document\.paths.*Nobody.*does not exist/],
  ['a reference to a file', build({ '/x': { $ref: 'paths/x.yaml' } }), /only references within the document/],
  ['a circle of references', build({ '/x': { $ref: '#/paths/~1x' } }), /refers back to itself/],
]
for (const [title, document, error] of unreadable) {
  test(`${title} is refused with its place`, () => assert.match(readErrors(document)[0] ?? '', error))
}

test('recursive, doubling and very deep schemas become short schemas', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) => {
      const next = { $ref: `#/components/schemas/D${level + 1}` }
      return [`D${level}`, { type: 'object', properties: { one: next, two: next }, allOf: [next, next] }]
    }),
  )
  let deep: object = { type: 'string' }
  for (let level = 0; level < 5000; level++) deep = { type: 'array', items: deep }
  const wide = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`field${at}`, { type: 'string' }]))
  const schemas = {
    ...doubling,
    D40: { type: 'object', properties: { end: { type: 'string' } } },
    Node: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      },
    },
    Deep: { type: 'object', properties: { deep } },
    Wide: { type: 'object', properties: wide },
    ['__proto__']: { type: 'object' },
  }
  const paths = Object.fromEntries(
    ['D0', 'Node', 'Deep', 'Wide'].map((name) => {
      const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
      return [`/${name}`, { post: { operationId: name, requestBody: { content }, ...ok } }]
    }),
  )
  for (const tool of readOk(build(paths, { components: { schemas } })).tools)
    assert.ok(JSON.stringify(tool.parameters).length <= 10_000, tool.name)
})

test('YAML is read with its numbers as keys, and a mistake in it is reported with line and column', () => {
  const yaml = `openapi: 3.1.0\ninfo: {title: T, version: "1"}\nservers:\n  - url: ${server}\npaths:\n  /ping:\n    get:\n      operationId: ping\n      responses:\n        200:\n          description: ok\n`
  const read = parseOpenapi(yaml)
  assert.deepEqual(read.ok && read.tools.map(({ name }) => name), ['ping'])
  const wrong = parseOpenapi('openapi: 3.1.0\npaths: [\n')
  assert.match(JSON.stringify(wrong), /could not be parsed as YAML.*line/)
  assert.match(JSON.stringify(parseOpenapi('<html></html>')), /must be an OpenAPI document/)
  assert.match(JSON.stringify(parseOpenapi('{"openapi":')), /must be valid JSON or YAML/)
})

test('whatever a document contains, reading it ends in tools or errors', () => {
  const anything = fc.jsonValue({ maxDepth: 5 })
  const anyOperation = fc.record(
    { operationId: anything, parameters: anything, requestBody: anything, servers: anything },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('/a', '/b/{c}', 'x'), fc.record({ post: anyOperation })), (paths) => {
      const read = readOpenapi(build(paths))
      assert.ok(read.ok || read.errors.length > 0)
    }),
  )
})

import type { FastifyInstance } from 'fastify'
import type { FuzzSchema, OpenApi, Operation } from './openapi.ts'

/**
 * Operations outside the API reference: MCP, link pages, web chat, provider callbacks, media, guides. Their schemas are
 * written here; their responses are checked only against the general rules: no internal error, no hang, no leaked
 * internals.
 */
export async function listUndocumentedOperations(api: FastifyInstance, key: string): Promise<Operation[]> {
  return [...(await listMcpOperations(api, key)), ...undocumentedRoutes.map(toOperation)]
}

const document: OpenApi = { paths: {}, components: { schemas: {} } }

type UndocumentedRoute = Pick<Operation, 'host' | 'method' | 'path'> &
  Partial<Pick<Operation, 'callers' | 'headers' | 'bodies'>> & { query?: Record<string, FuzzSchema> }

function toOperation({ query = {}, bodies = {}, ...route }: UndocumentedRoute): Operation {
  const pathParameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parameters = [
    ...pathParameters.map((name) => ({ name, in: 'path', required: true, schema: {} }) as const),
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema }) as const),
  ]
  return { callers: ['nobody'], ...route, prefix: '', parameters, bodies, document }
}

const textSchema: FuzzSchema = { type: 'string' }
const numberSchema: FuzzSchema = { type: 'integer', minimum: 0, maximum: 40 }
const objectSchema = (properties: Record<string, FuzzSchema>, required = Object.keys(properties)): FuzzSchema => ({
  type: 'object',
  properties,
  required,
})
const jsonBody = (schema: FuzzSchema) => ({ 'application/json': schema })

const visitorContent: FuzzSchema = {
  anyOf: [
    objectSchema({ type: { const: 'text' }, text: textSchema }),
    objectSchema({ type: { const: 'tap' }, postback: textSchema, label: textSchema }),
    objectSchema({
      type: { const: 'place' },
      latitude: { type: 'number', minimum: -90, maximum: 90 },
      longitude: { type: 'number', minimum: -180, maximum: 180 },
    }),
  ],
}
const frameSchema: FuzzSchema = {
  anyOf: [
    objectSchema({ say: objectSchema({ id: { enum: ['v-0123456789', 'v-abcdefgh'] }, said: visitorContent }) }),
    objectSchema({ seen: objectSchema({ delivered: numberSchema, read: numberSchema }, []) }),
    objectSchema({ typing: { const: true } }),
    objectSchema({ hello: objectSchema({ token: textSchema, after: numberSchema }) }),
  ],
}

const undocumentedRoutes: UndocumentedRoute[] = [
  { host: 'api', method: 'GET', path: '/o/{code}' },
  {
    host: 'api',
    method: 'POST',
    path: '/o/{code}',
    bodies: {
      'application/x-www-form-urlencoded': objectSchema({ number: { enum: ['+12025550147', '12', '0049 30 1'] } }),
    },
  },
  { host: 'api', method: 'GET', path: '/docs/{guide}' },
  { host: 'gateway', method: 'GET', path: '/media/{mediaToken}/boat.png' },
  { host: 'gateway', method: 'GET', path: '/chat/{chatId}' },
  { host: 'gateway', method: 'GET', path: '/webchat/{chatId}' },
  { host: 'gateway', method: 'POST', path: '/webchat/{chatId}/visitors', bodies: jsonBody({}) },
  {
    host: 'gateway',
    method: 'GET',
    path: '/webchat/{chatId}/entries',
    callers: ['visitor'],
    query: { after: numberSchema, wait: { enum: [0] } },
  },
  {
    host: 'gateway',
    method: 'POST',
    path: '/webchat/{chatId}/entries',
    callers: ['visitor'],
    bodies: jsonBody(frameSchema),
  },
  {
    host: 'gateway',
    method: 'GET',
    path: '/providers/{bindingId}',
    query: { 'hub.mode': { enum: ['subscribe'] }, 'hub.challenge': textSchema, 'hub.verify_token': textSchema },
  },
  {
    host: 'gateway',
    method: 'POST',
    path: '/providers/{bindingId}',
    bodies: {
      ...jsonBody(
        objectSchema({
          message: textSchema,
          from: textSchema,
          events: { type: 'array', items: objectSchema({ id: textSchema }) },
        }),
      ),
      'application/x-www-form-urlencoded': objectSchema({ MessageSid: textSchema, From: textSchema, Body: textSchema }),
    },
  },
  {
    host: 'gateway',
    method: 'POST',
    path: '/providers/{bindingId}/message',
    bodies: jsonBody(objectSchema({ type: textSchema })),
  },
]

const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }

/** Returns each tool as its own operation, with the arguments that it declares. */
async function listMcpOperations(api: FastifyInstance, key: string): Promise<Operation[]> {
  const response = await api.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...mcpHeaders, authorization: `Bearer ${key}` },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  })
  const { tools } = response.json().result as { tools: { name: string; inputSchema: FuzzSchema }[] }
  const buildCallSchema = (schema: FuzzSchema, method: string) =>
    objectSchema({ jsonrpc: { const: '2.0' }, id: numberSchema, method: { const: method }, params: schema })
  const mcpRoute = { host: 'api', method: 'POST', headers: mcpHeaders, callers: ['key', 'owner'] } as const
  return [
    ...tools.map(({ name, inputSchema }) =>
      toOperation({
        ...mcpRoute,
        path: `/mcp?${name}`,
        bodies: jsonBody(
          buildCallSchema(objectSchema({ name: { const: name }, arguments: inputSchema }), 'tools/call'),
        ),
      }),
    ),
    ...['initialize', 'tools/list', 'prompts/list', 'resources/list', 'ping', 'notifications/initialized'].map(
      (method) =>
        toOperation({
          ...mcpRoute,
          path: `/mcp?${method}`,
          bodies: jsonBody(buildCallSchema(objectSchema({}), method)),
        }),
    ),
  ]
}

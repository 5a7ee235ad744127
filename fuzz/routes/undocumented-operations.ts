import type { FastifyInstance } from 'fastify'
import type { FuzzSchema, OpenApi, Operation } from './openapi.ts'

/**
 * Operations outside the API reference: MCP, link pages, web chat, provider callbacks, media, guides. Their schemas are
 * written here; their responses are checked only against the general rules: no internal error, no hang, no leaked
 * internals.
 */
export async function listUndocumentedOperations(api: FastifyInstance, key: string): Promise<Operation[]> {
  return [...(await toolsOf(api, key)), ...doors.map(operationOf)]
}

const document: OpenApi = { paths: {}, components: { schemas: {} } }

type Door = Pick<Operation, 'host' | 'method' | 'path'> &
  Partial<Pick<Operation, 'callers' | 'headers' | 'bodies'>> & { query?: Record<string, FuzzSchema> }

function operationOf({ query = {}, bodies = {}, ...door }: Door): Operation {
  const named = [...door.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parameters = [
    ...named.map((name) => ({ name, in: 'path', required: true, schema: {} }) as const),
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema }) as const),
  ]
  return { callers: ['nobody'], ...door, prefix: '', parameters, bodies, document }
}

const text: FuzzSchema = { type: 'string' }
const number: FuzzSchema = { type: 'integer', minimum: 0, maximum: 40 }
const object = (properties: Record<string, FuzzSchema>, required = Object.keys(properties)): FuzzSchema => ({
  type: 'object',
  properties,
  required,
})
const json = (schema: FuzzSchema) => ({ 'application/json': schema })

const visitorContent: FuzzSchema = {
  anyOf: [
    object({ type: { const: 'text' }, text }),
    object({ type: { const: 'tap' }, postback: text, label: text }),
    object({
      type: { const: 'place' },
      latitude: { type: 'number', minimum: -90, maximum: 90 },
      longitude: { type: 'number', minimum: -180, maximum: 180 },
    }),
  ],
}
const frame: FuzzSchema = {
  anyOf: [
    object({ say: object({ id: { enum: ['v-0123456789', 'v-abcdefgh'] }, said: visitorContent }) }),
    object({ seen: object({ delivered: number, read: number }, []) }),
    object({ typing: { const: true } }),
    object({ hello: object({ token: text, after: number }) }),
  ],
}

const doors: Door[] = [
  { host: 'api', method: 'GET', path: '/o/{code}' },
  {
    host: 'api',
    method: 'POST',
    path: '/o/{code}',
    bodies: { 'application/x-www-form-urlencoded': object({ number: { enum: ['+12025550147', '12', '0049 30 1'] } }) },
  },
  { host: 'api', method: 'GET', path: '/docs/{guide}' },
  { host: 'gateway', method: 'GET', path: '/media/{mediaToken}/boat.png' },
  { host: 'gateway', method: 'GET', path: '/chat/{chatId}' },
  { host: 'gateway', method: 'GET', path: '/webchat/{chatId}' },
  { host: 'gateway', method: 'POST', path: '/webchat/{chatId}/visitors', bodies: json({}) },
  {
    host: 'gateway',
    method: 'GET',
    path: '/webchat/{chatId}/entries',
    callers: ['visitor'],
    query: { after: number, wait: { enum: [0] } },
  },
  { host: 'gateway', method: 'POST', path: '/webchat/{chatId}/entries', callers: ['visitor'], bodies: json(frame) },
  {
    host: 'gateway',
    method: 'GET',
    path: '/providers/{bindingId}',
    query: { 'hub.mode': { enum: ['subscribe'] }, 'hub.challenge': text, 'hub.verify_token': text },
  },
  {
    host: 'gateway',
    method: 'POST',
    path: '/providers/{bindingId}',
    bodies: {
      ...json(object({ message: text, from: text, events: { type: 'array', items: object({ id: text }) } })),
      'application/x-www-form-urlencoded': object({ MessageSid: text, From: text, Body: text }),
    },
  },
  { host: 'gateway', method: 'POST', path: '/providers/{bindingId}/message', bodies: json(object({ type: text })) },
]

const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }

/** Returns each tool as its own operation, with the arguments that it declares. */
async function toolsOf(api: FastifyInstance, key: string): Promise<Operation[]> {
  const answer = await api.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...mcpHeaders, authorization: `Bearer ${key}` },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  })
  const { tools } = answer.json().result as { tools: { name: string; inputSchema: FuzzSchema }[] }
  const call = (schema: FuzzSchema, method: string) =>
    object({ jsonrpc: { const: '2.0' }, id: number, method: { const: method }, params: schema })
  const at = { host: 'api', method: 'POST', headers: mcpHeaders, callers: ['key', 'owner'] } as const
  return [
    ...tools.map(({ name, inputSchema }) =>
      operationOf({
        ...at,
        path: `/mcp?${name}`,
        bodies: json(call(object({ name: { const: name }, arguments: inputSchema }), 'tools/call')),
      }),
    ),
    ...['initialize', 'tools/list', 'prompts/list', 'resources/list', 'ping', 'notifications/initialized'].map(
      (method) => operationOf({ ...at, path: `/mcp?${method}`, bodies: json(call(object({}), method)) }),
    ),
  ]
}

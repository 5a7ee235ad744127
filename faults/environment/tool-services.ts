import type { IncomingMessage, ServerResponse } from 'node:http'
import { startHttpStub } from './http-stub.ts'

/** The services that tools call: a webhook, an MCP server, and a service with an OpenAPI document. */

export const toolServiceNames = ['webhook', 'mcp', 'openapi'] as const
export type ToolServiceName = (typeof toolServiceNames)[number]

/** A call that a service carried out. It cannot recognize repeats: each call is another order. */
export type ToolServiceCall = { at: number; service: ToolServiceName; key: string }

/** `received`: carried out, and not answered yet; `answered`: the response was written. */
export type ToolCallPhase = 'received' | 'answered'
type CallListener = (call: ToolServiceCall, phase: ToolCallPhase) => Promise<void>

export type ToolServices = {
  port: number
  calls: ToolServiceCall[]
  /** The service waits for the listener before it continues. */
  setListener(listener?: CallListener): void
  close(): Promise<void>
}

export async function startToolServices(): Promise<ToolServices> {
  const calls: ToolServiceCall[] = []
  const state: { listener?: CallListener } = {}
  const stub = await startHttpStub(async (request, body, response) => {
    const service = findService(request)
    if (request.method !== 'POST' || !service) return void response.writeHead(405).end()
    const message = JSON.parse(body) as RpcMessage
    const protocolAnswer = service === 'mcp' ? answerProtocol(message) : undefined
    if (protocolAnswer) return respond(response, protocolAnswer)
    const call = { at: Date.now(), service, key: findOrderKey(body) }
    calls.push(call)
    await state.listener?.(call, 'received')
    respond(response, service === 'mcp' ? toResult(message, { content: [{ type: 'text', text: 'ok' }] }) : { id: 51 })
    await state.listener?.(call, 'answered')
  })
  return {
    ...stub,
    calls,
    setListener(listener) {
      state.listener = listener
    },
  }
}

const findService = ({ url = '' }: IncomingMessage): ToolServiceName | undefined =>
  toolServiceNames.find((name) => url.startsWith(`/${name}`))

/** The number of the person who wrote the message that led to the call; no person writes twice. */
export const findOrderKey = (text: string): string => /\+\d{8,}/.exec(text)?.[0] ?? 'none'

type RpcMessage = { id?: string | number; method?: string; params?: { protocolVersion?: string } }

const toResult = ({ id }: RpcMessage, result: object): object => ({ jsonrpc: '2.0', id, result })

/** Undefined for a call of a tool; an empty object for a notification. */
function answerProtocol(message: RpcMessage): object | undefined {
  const { id, method, params } = message
  if (id === undefined) return {}
  if (method === 'tools/call') return undefined
  if (method === 'tools/list') return toResult(message, { tools: [{ name: 'order', inputSchema: orderSchema }] })
  const serverInfo = { name: 'orders', version: '1' }
  const { protocolVersion = '2025-06-18' } = params ?? {}
  return toResult(message, { protocolVersion, capabilities: { tools: {} }, serverInfo })
}

function respond(response: ServerResponse, body: object): void {
  if (Object.keys(body).length === 0) response.writeHead(202).end()
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const orderSchema = { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] }

const orderBody = { required: true, content: { 'application/json': { schema: orderSchema } } }

/** The document of the service with one operation. */
export const orderDocument = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: { operationId: 'order', requestBody: orderBody, responses: { 200: { description: 'Ordered' } } },
    },
  },
}

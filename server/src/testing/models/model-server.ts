import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelProvider, ProviderChoice } from '../../platform/model-choice.ts'
import { completeReplyOf, encodeReply, protocols, type ScriptedReply } from './protocols.ts'
import { streamProtocols } from './streams.ts'

/**
 * The server's response to one request: an answer, a raw response, silence, or a connection that breaks at once or in
 * the middle of the answer.
 */
export type ScriptedResponse =
  | ScriptedReply
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hang'
  | 'drop'
  | 'cut'

export type ModelRequest = {
  provider: ModelProvider
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

/** A server on loopback that speaks the protocols of all four providers, with scripted answers. */
export type ModelServer = {
  /** The next answers, in order; 500 when none is left. */
  script: ScriptedResponse[]
  requests: ModelRequest[]
  /** Protocols that the server does not speak: 404. */
  unknown: ModelProvider[]
  /** The configuration to reach a model of that provider here. */
  choice(provider: ModelProvider): ProviderChoice
  close(): void
}

export const modelSecretKey = 'key-that-nobody-may-see-0123456789'

export async function startModelServer(): Promise<ModelServer> {
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: ModelServer = {
    script: [],
    requests: [],
    unknown: [],
    choice: (provider) => ({ provider, model: models[provider], baseUrl, key: modelSecretKey }),
    close: () => {
      http.closeAllConnections()
      http.close()
    },
  }
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // A keep-alive connection that ends just when it is reused would count as a failed attempt.
    response.shouldKeepAlive = false
    handleModelRequest(server, request, response).catch(() => response.destroy())
  })
  return server
}

const models: Record<ModelProvider, string> = {
  openai: 'gpt-4.1',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-2.5-flash',
  'openai-compatible': 'llama3.1:8b',
}

async function handleModelRequest(
  server: ModelServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
  const provider = providerAt(request.url ?? '')
  if (!provider || server.unknown.includes(provider)) return void response.writeHead(404, json).end('{}')
  server.requests.push({ provider, headers: request.headers, body })
  const next = server.script.shift() ?? { status: 500 }
  if (next === 'hang') return
  if (next === 'drop') return void request.socket.destroy()
  if (next === 'cut') return void response.writeHead(200, json).write('{"id": ', () => request.socket.destroy())
  if ('status' in next) return void response.writeHead(next.status, { ...json, ...next.headers }).end(next.body ?? '{}')
  if (body.stream === true || request.url?.includes(':streamGenerateContent'))
    return streamReply(provider, next, response)
  response.writeHead(200, json).end(JSON.stringify(encodeReply(provider, next, body)))
}

async function streamReply(provider: ModelProvider, script: ScriptedReply, response: ServerResponse): Promise<void> {
  const { start, text, end, done } = streamProtocols[provider]
  const reply = completeReplyOf(script)
  const write = (events: object[]) => {
    for (const event of events) {
      const name = 'type' in event ? `event: ${event.type}\n` : ''
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
    }
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  write(start())
  for (const piece of script.pieces ?? (reply.text ? [reply.text] : [])) {
    if (piece === 'break') return void response.destroy()
    if (typeof piece === 'string') write(text(piece))
    else await piece
  }
  write(end(reply))
  response.end(done && `data: ${done}\n\n`)
}

const json = { 'content-type': 'application/json' }

function providerAt(url: string): ModelProvider | undefined {
  const protocolEntry = Object.entries(protocols).find(([, { path }]) => path.test(url.split('?', 1)[0] as string))
  return protocolEntry?.[0] as ModelProvider | undefined
}

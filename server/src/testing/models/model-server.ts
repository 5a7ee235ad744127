import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelProvider, ProviderChoice } from '../../platform/model-choice.ts'
import { encodeReply, protocols, type ScriptedReply } from './protocols.ts'

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
  if (!provider) return void response.writeHead(404).end()
  server.requests.push({ provider, headers: request.headers, body })
  const next = server.script.shift() ?? { status: 500 }
  if (next === 'hang') return
  if (next === 'drop') return void request.socket.destroy()
  if (next === 'cut') return void response.writeHead(200, json).write('{"id": ', () => request.socket.destroy())
  if ('status' in next) return void response.writeHead(next.status, { ...json, ...next.headers }).end(next.body ?? '{}')
  response.writeHead(200, json).end(JSON.stringify(encodeReply(provider, next, body)))
}

const json = { 'content-type': 'application/json' }

function providerAt(url: string): ModelProvider | undefined {
  const protocolEntry = Object.entries(protocols).find(([, { path }]) => path.test(url.split('?', 1)[0] as string))
  return protocolEntry?.[0] as ModelProvider | undefined
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { createOutbound } from '../../../../platform/outbound/index.ts'
import { stillWorld, type World } from '../../../../platform/world.ts'
import type { AdapterTools } from '../../adapter.ts'

export type ReceivedProviderCall = {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export type StubbedProviderAnswer = {
  /** 200 unless told. */
  status?: number
  headers?: Record<string, string>
  /** An object is written as JSON. */
  body?: string | object
  /** Cut the connection instead of answering, or half way through the body. */
  reset?: 'beforeAnswer' | 'inBody'
  /** Say nothing, ever. */
  silent?: boolean
  delayMilliseconds?: number
}

export type HttpTestProvider = {
  url: string
  calls: ReceivedProviderCall[]
  /** The next calls are answered so, in this order; after them `{}` with 200. */
  answerNext(...answers: StubbedProviderAnswer[]): void
  /** All calls that have no answer waiting are answered by this. */
  answerBy(answer: (call: ReceivedProviderCall) => StubbedProviderAnswer): void
}

/** A provider's API on loopback; it closes with the test or the file that opened it. */
export async function openTestProvider(): Promise<HttpTestProvider> {
  const calls: ReceivedProviderCall[] = []
  const waiting: StubbedProviderAnswer[] = []
  let otherwise = (_call: ReceivedProviderCall): StubbedProviderAnswer => ({})
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const call = { method, path, headers, body: Buffer.concat(await request.toArray()).toString() }
    calls.push(call)
    await sendStubbedAnswer(response, waiting.shift() ?? otherwise(call))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answerNext: (...answers) => waiting.push(...answers),
    answerBy: (chosen) => {
      otherwise = chosen
    },
  }
}

async function sendStubbedAnswer(response: ServerResponse, stub: StubbedProviderAnswer): Promise<void> {
  if (stub.silent) return
  if (stub.delayMilliseconds) await new Promise((done) => setTimeout(done, stub.delayMilliseconds))
  if (stub.reset === 'beforeAnswer') return void response.destroy()
  const body = typeof stub.body === 'string' ? stub.body : JSON.stringify(stub.body ?? {})
  const type = typeof stub.body === 'string' ? 'text/plain' : 'application/json'
  const length = Buffer.byteLength(body) + (stub.reset === 'inBody' ? 1 : 0)
  response.writeHead(stub.status ?? 200, { 'content-type': type, 'content-length': length, ...stub.headers })
  if (stub.reset === 'inBody') response.write(body, () => response.destroy())
  else response.end(body)
}

/** Tools that reach loopback, with the world standing still unless another is given. */
export function createTestTools(
  apis: AdapterTools['apis'] = {},
  world: World = stillWorld('2026-11-15T12:00:00Z'),
): AdapterTools {
  const outbound = createOutbound({ allowPrivateNetwork: true })
  after(() => outbound.close())
  return { fetch: outbound.fetch, call: outbound.call, apis, world }
}

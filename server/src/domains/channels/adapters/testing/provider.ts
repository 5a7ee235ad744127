import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { createOutbound } from '../../../../platform/outbound/index.ts'
import { stillWorld, type World } from '../../../../platform/world.ts'
import type { Tools } from '../../adapter.ts'

export type ProviderHeard = {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export type ProviderTold = {
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

export type TestProvider = {
  url: string
  calls: ProviderHeard[]
  /** The next calls are answered so, in this order; after them `{}` with 200. */
  answerNext(...answers: ProviderTold[]): void
  /** All calls that have no answer waiting are answered by this. */
  answerBy(answer: (call: ProviderHeard) => ProviderTold): void
}

/** A provider's API on loopback; it closes with the test or the file that opened it. */
export async function openProvider(): Promise<TestProvider> {
  const calls: ProviderHeard[] = []
  const waiting: ProviderTold[] = []
  let otherwise = (_call: ProviderHeard): ProviderTold => ({})
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const call = { method, path, headers, body: Buffer.concat(await request.toArray()).toString() }
    calls.push(call)
    await answer(response, waiting.shift() ?? otherwise(call))
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

async function answer(response: ServerResponse, told: ProviderTold): Promise<void> {
  if (told.silent) return
  if (told.delayMilliseconds) await new Promise((done) => setTimeout(done, told.delayMilliseconds))
  if (told.reset === 'beforeAnswer') return void response.destroy()
  const body = typeof told.body === 'string' ? told.body : JSON.stringify(told.body ?? {})
  const type = typeof told.body === 'string' ? 'text/plain' : 'application/json'
  const length = Buffer.byteLength(body) + (told.reset === 'inBody' ? 1 : 0)
  response.writeHead(told.status ?? 200, { 'content-type': type, 'content-length': length, ...told.headers })
  if (told.reset === 'inBody') response.write(body, () => response.destroy())
  else response.end(body)
}

/** Tools that reach loopback, with the world standing still unless another is given. */
export function providerTools(apis: Tools['apis'] = {}, world: World = stillWorld('2026-11-15T12:00:00Z')): Tools {
  const outbound = createOutbound({ allowPrivateNetwork: true })
  after(() => outbound.close())
  return { fetch: outbound.fetch, call: outbound.call, apis, world }
}

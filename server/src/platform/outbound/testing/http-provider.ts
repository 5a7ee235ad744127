import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type ReceivedProviderCall = {
  method: string
  /** Path and query. */
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export type StubbedProviderAnswer = {
  /** Default: 200. */
  status?: number
  headers?: Record<string, string>
  /** Objects are serialized as JSON. */
  body?: string | object
  /** Cuts the connection instead of answering, or halfway through the body. */
  reset?: 'beforeAnswer' | 'inBody'
  /** Never answers. */
  silent?: boolean
  delayMilliseconds?: number
}

export type HttpTestProvider = {
  url: string
  calls: ReceivedProviderCall[]
  /** Queues the responses to the next calls; afterwards `{}` with 200. */
  answerNext(...answers: StubbedProviderAnswer[]): void
  /** Answers all calls that have no queued response. */
  answerBy(answer: (call: ReceivedProviderCall) => StubbedProviderAnswer): void
}

/** A provider API on loopback; closes with the test or file that opened it. */
export async function openTestProvider(): Promise<HttpTestProvider> {
  const calls: ReceivedProviderCall[] = []
  const queuedAnswers: StubbedProviderAnswer[] = []
  let chooseAnswer = (_call: ReceivedProviderCall): StubbedProviderAnswer => ({})
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const call = { method, path, headers, body: Buffer.concat(await request.toArray()).toString() }
    calls.push(call)
    await sendStubbedAnswer(response, queuedAnswers.shift() ?? chooseAnswer(call))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answerNext: (...answers) => queuedAnswers.push(...answers),
    answerBy: (choose) => {
      chooseAnswer = choose
    },
  }
}

async function sendStubbedAnswer(response: ServerResponse, stub: StubbedProviderAnswer): Promise<void> {
  if (stub.silent) return
  if (stub.delayMilliseconds) await new Promise((resolve) => setTimeout(resolve, stub.delayMilliseconds))
  if (stub.reset === 'beforeAnswer') return void response.destroy()
  const body = typeof stub.body === 'string' ? stub.body : JSON.stringify(stub.body ?? {})
  const type = typeof stub.body === 'string' ? 'text/plain' : 'application/json'
  const length = Buffer.byteLength(body) + (stub.reset === 'inBody' ? 1 : 0)
  response.writeHead(stub.status ?? 200, { 'content-type': type, 'content-length': length, ...stub.headers })
  if (stub.reset === 'inBody') response.write(body, () => response.destroy())
  else response.end(body)
}

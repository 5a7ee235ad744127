import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** A message that Parley dispatches, as in `docs/http-sms.md`. */
export type SinkMessage = { id: string; to: string; text: string }

/** The provider's response to one call; it has the message only after a 2xx response, a reset, or silence. */
export type SinkBehavior =
  | { status: number; headers?: Record<string, string>; body?: string | Buffer }
  /** Accepts the message, and the connection breaks before the response. */
  | 'reset'
  /** Accepts the message, and never answers. */
  | 'silence'
  /** Accepts the message, and answers with invalid HTTP. */
  | 'noise'

export type SinkCallback =
  | { type: 'message'; id: string; from: string; text: string }
  | { type: 'receipt'; id: string; state: string; reason?: string }

export type SmsSink = {
  auth: {
    sendUrl: string
    secret: string
  }
  calls: SinkMessage[]
  accepted: Map<string, SinkMessage>
  unsigned: string[]
  abandoned: () => number
  textsTo: (number: string) => string[]
  callsWith: (id: string) => number
  sendCallback: (callback: string, body: SinkCallback | SinkCallback[]) => Promise<number>
}

const secret = 'a word that both sides know'
const acceptBehavior: SinkBehavior = { status: 200, body: '{}' }

/** A fake SMS provider that records every id, how often it came, and in which order. */
export async function openSmsSink(
  chooseBehavior: (call: SinkMessage, attempt: number) => SinkBehavior | Promise<SinkBehavior> = () => acceptBehavior,
): Promise<SmsSink> {
  const calls: SinkMessage[] = []
  const counts = new Map<string, number>()
  const accepted = new Map<string, SinkMessage>()
  const unsigned: string[] = []
  let abandoned = 0

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readBody(request)
    if (raw === undefined) return
    const { id, to, text } = JSON.parse(raw) as SinkMessage
    const call = { id, to, text }
    if (!isSigned(request, raw)) unsigned.push(id)
    calls.push(call)
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1
    })
    const attempt = (counts.get(id) ?? 0) + 1
    counts.set(id, attempt)
    const behavior = await chooseBehavior(call, attempt)
    const isAccepted = typeof behavior === 'string' || (behavior.status >= 200 && behavior.status < 300)
    if (isAccepted && !accepted.has(id)) accepted.set(id, call)
    answer(behavior, response)
  }

  const http = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
  await once(http, 'listening')
  after(() => {
    http.closeAllConnections()
    http.close()
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/send`
  return {
    auth: { sendUrl: url, secret },
    /** Every call, including repeated and refused ones. */
    calls,
    /** By id, in the order of first acceptance. */
    accepted,
    /** Ids of calls without a valid signature. */
    unsigned,
    /** How often the caller did not wait for the response. */
    abandoned: () => abandoned,
    textsTo: (number: string) => [...accepted.values()].filter(({ to }) => to === number).map(({ text }) => text),
    callsWith: (id: string) => counts.get(id) ?? 0,
    /** Reports messages and receipts to Parley; returns the status, or 0 if nothing answers. */
    sendCallback: (callback: string, body: SinkCallback | SinkCallback[]) => post(callback, JSON.stringify(body)),
  }
}

/** Undefined if the caller died before the end of the body. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk)
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).toString()
}

function answer(behavior: SinkBehavior, response: ServerResponse): void {
  if (behavior === 'silence') return
  if (behavior === 'reset') return void response.socket?.resetAndDestroy()
  if (behavior === 'noise') return void response.socket?.end('\u0000\u0001 220 this is no HTTP\r\n\r\n')
  response.writeHead(behavior.status, { 'content-type': 'application/json', ...behavior.headers }).end(behavior.body)
}

const signatureOf = (timestamp: string, body: string) =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`

function isSigned({ headers }: IncomingMessage, body: string): boolean {
  const expected = Buffer.from(signatureOf(String(headers['x-svc-request-timestamp']), body))
  const signature = Buffer.from(String(headers['x-svc-signature']))
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

async function post(callback: string, body: string): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signed = { 'x-svc-request-timestamp': timestamp, 'x-svc-signature': signatureOf(timestamp, body) }
  const headers = { 'content-type': 'application/json', ...signed }
  try {
    const response = await fetch(callback, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

import type { ServerResponse } from 'node:http'
import { startHttpServer } from './server.ts'

/** Ways in which a provider may misbehave. */
export const serverFaults = ['fails', 'hangs', 'stammers', 'tells nonsense', 'tells too much', 'redirects'] as const
export type ServerFault = (typeof serverFaults)[number]

/** A request with this header meets the fault it names, even when it arrives after its sender has given up. */
export const faultHeader = 'x-fault'

export type RecordedCall = { method: string; url: URL; body: Record<string, unknown>; headers: Record<string, unknown> }
export type StubReply = { status: number; body?: object }

/** A fake calendar API on loopback, for accounts whose tokens it knows. */
export type CalendarServer = {
  base: string
  fault?: ServerFault
  calls: RecordedCall[]
  /** Awaited during a call, so that a test can act meanwhile. */
  meanwhile?: (call: RecordedCall) => Promise<void>
  close(): void
}

export type StubHandler = (call: RecordedCall) => StubReply

/** Serves `answer` under `path` to callers whose token `isToken` accepts. */
export async function startCalendarServer(path: string, isToken: (token: string) => boolean, answer: StubHandler) {
  const server: CalendarServer = { base: '', calls: [], close: () => {} }
  const { url, close } = await startHttpServer(async (request, response) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const url = new URL(request.url ?? '', server.base)
    const text = Buffer.concat(await request.toArray()).toString()
    const call = { method: request.method ?? '', url, body: text ? JSON.parse(text) : {}, headers: request.headers }
    server.calls.push(call)
    if (url.pathname === '/moved') return void response.end('{"calendars":{"primary":{"busy":[]}},"value":[]}')
    const fault = (request.headers[faultHeader] as ServerFault | undefined) ?? server.fault
    if (fault) return applyFault(fault, response)
    const reply = isToken(token) ? answer(call) : { status: 401 }
    await server.meanwhile?.(call)
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(reply.body ? JSON.stringify(reply.body) : '')
  })
  return Object.assign(server, { base: `${url}${path}`, close })
}

function applyFault(fault: ServerFault, response: ServerResponse): void {
  if (fault === 'fails') response.writeHead(503).end('<h1>down</h1>')
  else if (fault === 'stammers') response.writeHead(200).end('<h1>{"</h1>')
  else if (fault === 'tells nonsense') response.writeHead(200).end('{"calendars":[{"busy":7}],"value":{"start":null}}')
  else if (fault === 'tells too much') response.writeHead(200).end(`[${'0,'.repeat(3_000_000)}0]`)
  else if (fault === 'redirects') response.writeHead(307, { location: '/moved' }).end()
}

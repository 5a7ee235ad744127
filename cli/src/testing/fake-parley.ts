import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startTestServer } from './test-server.ts'

/** A response: JSON, text, or events after which the stream ends or hangs. */
export type FakeParleyAnswer = {
  status?: number
  body?: object
  text?: string
  events?: object[]
  hangs?: boolean
  headers?: Record<string, string>
}
export type FakeParleyCall = {
  route: string
  query: string
  body?: unknown
  key?: string
  headers: IncomingHttpHeaders
}

/** Responses by agent route, such as `POST /tests/runs`; a list is used in order, and its last entry repeats. */
export type Routes = Record<string, FakeParleyAnswer | FakeParleyAnswer[]>

export type FakeParley = { url: string; calls: FakeParleyCall[]; called(route: string): FakeParleyCall[] }

const agentPath = '/v1/orgs/demo/agents/desk'

export async function startFakeParley(routes: Routes): Promise<FakeParley> {
  const calls: FakeParleyCall[] = []
  const left = new Map(Object.entries(routes).map(([route, answers]) => [route, [answers].flat()]))
  const url = await startTestServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://fake')
    const route = `${request.method} ${pathname.replace(agentPath, '')}`
    const { headers } = request
    calls.push({ route, query: search, key: headers.authorization, headers, body: await bodyOf(request) })
    const answers = left.get(route) ?? []
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    send(response, answer ?? { status: 404, body: { code: 'resource.not_found', title: `There is no ${route}` } })
  })
  return { url, calls, called: (route) => calls.filter((call) => call.route === route) }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const body = await text(request)
  return body === '' ? undefined : JSON.parse(body)
}

function send(
  response: ServerResponse,
  { status = 200, body, text: content, events, hangs, headers }: FakeParleyAnswer,
): void {
  if (events) {
    response.writeHead(status, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const event of events) response.write(`event: progress\ndata: ${JSON.stringify(event)}\n\n`)
    if (!hangs) response.end()
    return
  }
  const type = body ? 'application/json' : 'application/xml'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(body ? JSON.stringify(body) : content)
}

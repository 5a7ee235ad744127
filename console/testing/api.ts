import assert from 'node:assert/strict'
import { origin } from './globals.ts'

/** A request of the console. The path is relative to the agent. */
export type ApiRequest = { method: string; path: string; headers: Headers; body: unknown }
export type FakeAnswer = Response | ((request: ApiRequest) => Response | Promise<Response>)

const agentAddress = `${origin}/v1/orgs/acme/agents/bot`

/** A fake server: a test declares the responses and inspects the requests. */
export class FakeApi {
  readonly requests: ApiRequest[] = []
  readonly #answers = new Map<string, FakeAnswer[]>()
  readonly #unexpected: string[] = []

  /** The responses to a call such as `PUT /rules`, in order; the last one repeats. */
  answer(call: string, ...answers: FakeAnswer[]): void {
    this.#answers.set(call, answers)
  }

  /** Returns the requests to one route so far. */
  sent(call: string): ApiRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === call)
  }

  /** Fails if the console made a call that the test did not declare. */
  assertExpected(): void {
    assert.deepEqual(this.#unexpected, [], 'the test declares no answer to these calls')
  }

  readonly fetch: typeof fetch = async (input, options) => {
    const request = await readRequest(new Request(input as string, options))
    this.requests.push(request)
    const call = `${request.method} ${request.path}`
    const answers = this.#answers.get(call) ?? []
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (!answer) {
      this.#unexpected.push(call)
      return problemResponse(404, 'resource.not_found')
    }
    return typeof answer === 'function' ? answer(request) : answer.clone()
  }
}

async function readRequest(request: Request): Promise<ApiRequest> {
  const { method, url, headers } = request
  const text = await request.text()
  const path = url.startsWith(agentAddress) ? url.slice(agentAddress.length) : url
  return { method, path, headers, body: text === '' ? undefined : JSON.parse(text) }
}

export function jsonResponse(body: unknown, etag?: string): Response {
  return Response.json(body, { headers: etag === undefined ? {} : { etag } })
}

type ProblemDetails = { detail?: string; errors?: { field: string; message: string }[] }

export function problemResponse(status: number, code: string, details: ProblemDetails = {}): Response {
  return Response.json({ status, code, title: 'The request was refused', ...details }, { status })
}

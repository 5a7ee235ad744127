import assert from 'node:assert/strict'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { maskSecrets } from './mask-secrets.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads arbitrary responses
export type ReplyBody = any
export type TestReply = { status: number; headers: Record<string, string | undefined>; body: ReplyBody; text: string }
type Headers = Record<string, string>

export type TestClient = {
  token?: string
  as(token: string): TestClient
  call(method: string, path: string, body?: unknown, headers?: Headers): Promise<TestReply>
  raw(method: string, path: string, payload: string | Buffer, headers: Headers): Promise<TestReply>
  get(path: string, headers?: Headers): Promise<TestReply>
  post(path: string, body?: unknown, headers?: Headers): Promise<TestReply>
  put(path: string, body?: unknown, headers?: Headers): Promise<TestReply>
  patch(path: string, body?: unknown, headers?: Headers): Promise<TestReply>
  del(path: string, headers?: Headers): Promise<TestReply>
}

/** Calls the management API, or another prefix, in this process through its public HTTP interface. */
export function createTestClient(app: FastifyInstance, token?: string, prefix = '/v1'): TestClient {
  const raw: TestClient['raw'] = async (method, path, payload, headers) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const options = { method, url: prefix + path, payload, headers: { ...authorization, ...headers } }
    const response = await app.inject(options as InjectOptions)
    const text = response.body
    return { status: response.statusCode, headers: response.headers as TestReply['headers'], body: parse(text), text }
  }
  const call: TestClient['call'] = (method, path, body, headers = {}) =>
    body === undefined
      ? raw(method, path, '', headers)
      : raw(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  return {
    token,
    as: (otherToken) => createTestClient(app, otherToken, prefix),
    call,
    raw,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    del: (path, headers) => call('DELETE', path, undefined, headers),
  }
}

/** Asserts a refusal: its status, its code, and all members that either style of client reads. */
export function assertProblem(reply: TestReply, status: number, code: string, ...fields: string[]): void {
  assert.equal(`${reply.status} ${reply.body?.code}`, `${status} ${code}`, maskSecrets(reply.text.slice(0, 500)))
  assert.match(reply.headers['content-type'] ?? '', /^application\/problem\+json/)
  assert.equal(reply.body.status, status)
  assert.equal(reply.body.statusCode, status)
  assert.equal(reply.body.requestId, reply.headers['x-request-id'])
  for (const key of ['title', 'message', 'type']) assert.ok(reply.body[key], `${key} is there`)
  const fieldNames = (reply.body.errors ?? []).map((error: { field: string }) => error.field)
  for (const field of fields)
    assert.ok(fieldNames.includes(field), `errors[] names ${field}: ${maskSecrets(reply.text)}`)
}

export function assertStatus(reply: TestReply, status: number): ReplyBody {
  assert.equal(reply.status, status, maskSecrets(reply.text.slice(0, 500)))
  return reply.body
}

function parse(text: string): ReplyBody {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** Sends the same command several times concurrently with one ETag: one succeeds, and the others get a conflict. */
export async function assertOneWins(
  calls: readonly ((headers: Headers) => Promise<TestReply>)[],
  etag: string,
): Promise<TestReply> {
  const replies = await Promise.all(calls.map((call) => call({ 'if-match': etag })))
  const [winner, ...losers] = replies.toSorted((first, otherToken) => first.status - otherToken.status) as [
    TestReply,
    ...TestReply[],
  ]
  assertStatus(winner, 200)
  for (const reply of losers) assertProblem(reply, 412, 'request.precondition_failed')
  return winner
}

/**
 * Returns the response to a command with the current ETag; asserts that another ETag is refused and changes nothing.
 */
export async function postWithEtag(
  api: Pick<TestClient, 'get' | 'post'>,
  path: string,
  body?: object,
): Promise<TestReply> {
  const readResource = () => api.get(path.replace(/\/[^/]*$/, ''))
  const before = await readResource()
  assertProblem(await api.post(path, body, { 'if-match': '"x"' }), 412, 'request.precondition_failed')
  const { body: after, headers } = await readResource()
  assert.deepEqual(after, before.body)
  return api.post(path, body, { 'if-match': headers.etag as string })
}

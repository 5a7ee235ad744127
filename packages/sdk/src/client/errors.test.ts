import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import * as sdk from '../index.ts'
import { apiKey, createRefusal, createStubClient, json } from '../testing/answers.ts'

const { Invalid, Parley, ParleyError, ParleyUnreachable } = sdk

const kinds: [status: number, kind: typeof ParleyError][] = [
  [400, sdk.Invalid],
  [401, sdk.Unauthorized],
  [403, sdk.Forbidden],
  [404, sdk.NotFound],
  [409, sdk.Conflict],
  [412, sdk.Conflict],
  [413, sdk.ParleyError],
  [422, sdk.Invalid],
  [429, sdk.RateLimited],
  [503, sdk.ServerError],
]

for (const [status, kind] of kinds) {
  test(`${status} is ${kind.name}`, async () => {
    const { parley } = createStubClient(() => createRefusal(status, 'some.code', { 'x-request-id': 'req_2' }), {
      retries: 0,
    })
    const error = await parley.get('/me').catch((thrown: unknown) => thrown)
    assert.ok(error instanceof kind && error instanceof ParleyError)
    assert.deepEqual([error.name, error.status, error.code], [kind.name, status, 'some.code'])
    assert.deepEqual([error.message, error.requestId], ['No', 'req_2'])
  })
}

test('an error has the message of the server, its field errors and its findings', async () => {
  const errors = [{ field: 'limit', message: 'must be a whole number' }]
  const findings = [{ severity: 'error', code: 'flow.say', path: 'steps[0]', message: 'says nothing' }]
  const body = { code: 'request.invalid', title: 'The request is not valid', errors, findings }
  const { parley } = createStubClient(() => json(body, 422))
  const error = await parley.get('/me').catch((thrown: unknown) => thrown)
  assert.ok(error instanceof Invalid)
  assert.equal(error.message, 'The request is not valid: limit must be a whole number')
  assert.deepEqual([error.errors, error.findings], [errors, findings])
})

test('the response of a proxy is an error too', async () => {
  const { parley } = createStubClient(() => new Response('<h1>Bad gateway</h1>', { status: 502 }), { retries: 0 })
  await assert.rejects(parley.get('/me'), { status: 502, code: '', message: 'Parley returned 502' })
  const other = createStubClient(() => new Response('<h1>Welcome</h1>'))
  await assert.rejects(other.parley.get('/me'), { name: 'ParleyUnreachable', reason: 'not_parley' })
})

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an unreachable server, a redirect, a cut connection and silence each have their own reason', async () => {
  const elsewhere = await listening((_, response) => response.writeHead(307, { location: '/v1/other' }).end())
  const cut = await listening((request) => request.socket.destroy())
  const silent = await listening(() => {})
  const half = await listening((_, response) => response.writeHead(200, { 'content-length': 20 }).write('{'))
  const cases: [url: string, reason: string, timeoutMs?: number][] = [
    ['http://127.0.0.1:2', 'refused'],
    [elsewhere, 'redirected'],
    [cut, 'cut'],
    [silent, 'timeout', 50],
    [half, 'timeout', 50],
  ]
  for (const [url, reason, timeoutMs] of cases) {
    const error = await new Parley({ url, apiKey, retries: 0, timeoutMs }).get('/me').catch((thrown) => thrown)
    assert.ok(error instanceof ParleyUnreachable)
    assert.deepEqual([error.reason, error.url], [reason, `${url}/v1`])
  }
})

test('no error, inspection or JSON contains the key', async () => {
  const { parley } = createStubClient(() => createRefusal(401, 'auth.unauthenticated'))
  const agent = parley.org('demo').agent('a')
  const thrown = await parley.get('/me').catch((error: unknown) => error)
  const lost = await new Parley({ url: 'http://me:secret@127.0.0.1:2', apiKey, retries: 0 }).get('/me').catch((e) => e)
  for (const value of [parley, agent, thrown, lost]) {
    const printed = `${inspect(value, { depth: 20, showHidden: true })} ${JSON.stringify(value)} ${String(value)}`
    assert.doesNotMatch(printed, /sk-svc|secret/)
  }
  for (const bad of ['', `${apiKey}\n`, 'schlüssel']) {
    assert.throws(
      () => new Parley({ url: 'http://127.0.0.1:2', apiKey: bad }),
      (error: Error) => !inspect(error).includes('sk-svc') && /token is empty/.test(error.message),
    )
  }
})

test('an invalid address is refused at once', () => {
  for (const url of ['', 'parley', 'ftp://example.com']) assert.throws(() => new Parley({ url, apiKey }), /url must be/)
})

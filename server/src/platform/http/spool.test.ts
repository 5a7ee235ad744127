import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request as open } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, mock, test } from 'node:test'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { pino } from 'pino'
import { z } from 'zod'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, type TestReply } from '../../testing/client.ts'
import { waitUntil } from '../work/testing/jobs.ts'
import { problem } from './problem.ts'
import { agentRoute, orgRoute } from './route.ts'
import { readSpooledJson, SpooledBody } from './spool.ts'

/** Bodies of any size are spooled to an unlinked file, read from there, and removed with the request. */

const folder = mkdtempSync(join(tmpdir(), 'spool-test-'))
process.env.TMPDIR = folder
after(() => rmSync(folder, { recursive: true }))

const mebibyte = 2 ** 20
const most = 64 * mebibyte
let meanwhile: (file: SpooledBody) => Promise<void> = async () => {}
const handled: SpooledBody[] = []

const Upload = z.strictObject({ file: z.instanceof(SpooledBody) })
const upload = {
  method: 'POST',
  role: 'editor',
  scope: 'people:write',
  tag: 'Test',
  summary: 'Take a file',
  body: Upload,
  bodyFormat: { spools: true, as: (file: SpooledBody) => ({ file }), types: { 'text/csv': z.string() } },
  bodyLimit: most,
  response: z.object({ bytes: z.int(), sha256: z.string(), type: z.string().optional() }),
  problems: ['resource.conflict'],
} as const

async function handle({ body: { file } }: { body: z.output<typeof Upload> }) {
  handled.push(file)
  await meanwhile(file)
  return { bytes: file.bytes, sha256: file.sha256, type: file.contentType }
}

const lines: string[] = []
const server = await createTestApp({
  log: pino({ level: 'info', base: null }, { write: (line: string) => lines.push(line) }),
  extraRoutes: [
    orgRoute({ ...upload, path: '/uploads', handle }),
    agentRoute({ ...upload, path: '/uploads', handle }),
    orgRoute({
      ...upload,
      path: '/people-or-csv',
      query: z.strictObject({ order: z.enum(['none']).optional() }),
      body: z.strictObject({ people: z.array(z.string()) }),
      bodyFormat: {
        spools: true,
        types: { 'text/csv': z.string(), 'application/json': z.strictObject({ people: z.array(z.string()) }) },
        as: async (file) =>
          file.contentType === 'text/csv' ? { people: (await text(file.read())).split(',') } : readSpooledJson(file),
      },
      response: z.array(z.string()),
      handle: async ({ body }) => body.people,
    }),
  ],
})
const org = await server.org()
const path = `${org.path}/uploads`
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })

const csv = { 'content-type': 'text/csv' }
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const send = (bytes: string | Buffer, headers = {}) => org.api.raw('POST', path, bytes, { ...csv, ...headers })

/** Starts a request over a real connection without sending its body. */
function begin(to: string, headers: OutgoingHttpHeaders, token = org.api.token): ClientRequest {
  const authorization = { authorization: `Bearer ${token}` }
  const options = { method: 'POST', agent: false, headers: { ...csv, ...authorization, ...headers } }
  const call = open(`${address}/v1${to}`, options)
  call.on('error', () => {})
  return call
}

async function replyTo(call: ClientRequest): Promise<TestReply> {
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const body = await text(response)
  const headers = response.headers as TestReply['headers']
  return { status: response.statusCode ?? 0, headers, body: JSON.parse(body), text: body }
}

async function write(call: ClientRequest, bytes: Buffer): Promise<void> {
  if (!call.write(bytes)) await once(call, 'drain')
}

/** Cleanup may take a moment after the request. */
async function isClosed(file: SpooledBody | undefined): Promise<boolean> {
  assert.ok(file)
  return text(file.read()).then(
    () => false,
    (error) => error.code === 'EBADF',
  )
}

const bodies: [what: string, bytes: string | Buffer][] = [
  ['an empty body', ''],
  ['a line', 'name\nAda\n'],
  ['bytes of every kind', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ['just a chunk of the file', Buffer.alloc(65_536, 'a')],
  ['a little more', Buffer.alloc(65_537, 'b')],
]
for (const [what, bytes] of bodies) {
  test(`${what} is spooled with its length, digest and type, and can be read repeatedly as sent`, async () => {
    const seen: Buffer[] = []
    meanwhile = async (file) => {
      for (let times = 0; times < 2; times++) seen.push(Buffer.concat(await file.read().toArray()))
      assert.deepEqual(readdirSync(folder), [], 'while it is used, the file has no name')
    }
    const answer = assertStatus(await send(bytes), 200)
    assert.deepEqual(answer, { bytes: bytes.length, sha256: sha256(bytes), type: 'text/csv' })
    assert.deepEqual(seen, [Buffer.from(bytes), Buffer.from(bytes)])
  })
}

test('an empty body is accepted', async () => {
  meanwhile = async () => {}
  assert.deepEqual(assertStatus(await org.api.post(path), 200), { bytes: 0, sha256: sha256('') })
})

test('a body of another type, or with an invalid query, is refused before its first byte is read', async () => {
  handled.length = 0
  const refusals: [to: string, type: string, status: number, code: string][] = [
    [path, 'text/plain', 400, 'request.malformed'],
    [path, 'application/json', 400, 'request.malformed'],
    [`${org.path}/people-or-csv?order=up`, 'text/csv', 422, 'request.invalid'],
    [`${org.path}/people-or-csv?color=red`, 'text/csv', 422, 'request.invalid'],
  ]
  for (const [to, type, status, code] of refusals) {
    for (const length of [{ 'content-length': 1000 }, { 'transfer-encoding': 'chunked' }]) {
      const call = begin(to, { ...length, 'content-type': type })
      call.flushHeaders()
      assertProblem(await replyTo(call), status, code)
      call.destroy()
    }
  }
  assert.deepEqual(handled, [])
})

test('a refused body that is still arriving has a time limit', async () => {
  const watched = mock.method(globalThis, 'setTimeout')
  try {
    for (const [to, token] of [
      [path, 'nonsense'],
      [`${org.path}/people-or-csv?order=up`, org.api.token],
    ] as const) {
      watched.mock.resetCalls()
      const call = begin(to, { 'content-length': 1000 }, token)
      call.flushHeaders()
      await replyTo(call)
      const minute = watched.mock.calls.filter(({ arguments: [, milliseconds] }) => milliseconds === 60_000).at(-1)
      const [end] = minute?.arguments ?? []
      const closed = once(call, 'close')
      assert.ok(end)
      end()
      await closed
    }
  } finally {
    watched.mock.restore()
  }
})

test('without disk space for a body the client gets a retry answer', async () => {
  const probe = await openFile(join(folder, 'probe'), 'w')
  const full = mock.method(Object.getPrototypeOf(probe), 'appendFile', async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  try {
    const reply = await send('name\nAda\n')
    assertProblem(reply, 503, 'service.unavailable')
    assert.deepEqual(
      [reply.body.detail, reply.headers['retry-after']],
      ['There is no room for an upload right now', '60'],
    )
  } finally {
    full.mock.restore()
    await probe.close()
    rmSync(join(folder, 'probe'))
  }
})

test('a spooled file stays until its request is over, whatever the result', async () => {
  for (const fails of [() => {}, () => assert.fail('an unexpected error')]) {
    let isOver = false
    meanwhile = async (file) => {
      void file.deleted.then(() => (isOver = true))
      await Promise.resolve()
      assert.equal(isOver, false)
      fails()
    }
    await send('abc')
    await waitUntil(() => isOver)
  }
})

test('an abandoned read leaves the file unchanged', async () => {
  const bytes = Buffer.alloc(mebibyte, 'x')
  meanwhile = async (file) => {
    for await (const chunk of file.read()) if (chunk.length > 0) break
    assert.equal((await text(file.read())).length, bytes.length)
  }
  assertStatus(await send(bytes), 200)
})

test('a body of 64 MB is never in memory as a whole', async () => {
  meanwhile = async () => {}
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heldBytes = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const piece = Buffer.alloc(mebibyte, 'x')
  const before = heldBytes()
  const call = begin(path, { 'transfer-encoding': 'chunked' })
  const replied = replyTo(call)
  let mostHeld = 0
  for (let sent = 1; sent <= 64; sent++) {
    await write(call, piece)
    if (sent % 8 === 0) mostHeld = Math.max(mostHeld, heldBytes() - before)
  }
  call.end()
  assert.equal(assertStatus(await replied, 200).bytes, 64 * mebibyte)
  assert.ok(mostHeld < 16 * mebibyte, `${mostHeld} bytes were held`)
})

test('with Expect: 100-continue the server requests the body and then accepts it', async () => {
  const call = begin(path, { expect: '100-continue', 'content-length': 3 })
  call.flushHeaders()
  await once(call, 'continue')
  call.end('abc')
  assert.equal(assertStatus(await replyTo(call), 200).bytes, 3)
})

test('an unauthorized caller is refused before the first byte of the body is read', async () => {
  const reader = await server.key(org, ['people:read'])
  const refusals: [to: string, token: string | undefined, status: number, code: string][] = [
    [path, 'nonsense', 401, 'auth.unauthenticated'],
    [path, reader.key, 403, 'auth.scope_missing'],
    ['/orgs/elsewhere/uploads', org.api.token, 404, 'resource.not_found'],
    [`${org.path}/agents/nobody/uploads`, org.api.token, 404, 'resource.not_found'],
  ]
  for (const [to, token, status, code] of refusals) {
    const call = begin(to, { 'content-length': 1000 }, token)
    call.flushHeaders()
    assertProblem(await replyTo(call), status, code)
    call.destroy()
  }
})

test('a body with a too large Content-Length is 413 before its first byte is read', async () => {
  const call = begin(path, { 'content-length': most + 1 })
  call.flushHeaders()
  const reply = await replyTo(call)
  assertProblem(reply, 413, 'request.too_large')
  assert.equal(reply.headers.connection, 'close')
})

test('a body without a Content-Length is 413 once it is too large, and one at the limit is accepted', async () => {
  const piece = Buffer.alloc(mebibyte, 'x')
  for (const over of [0, 1]) {
    handled.length = 0
    const call = begin(path, { 'transfer-encoding': 'chunked' })
    const replied = replyTo(call)
    for (let sent = 0; sent < most; sent += mebibyte) await write(call, piece)
    call.end('x'.repeat(over))
    const reply = await replied
    if (over === 0) assert.equal(assertStatus(reply, 200).bytes, most)
    else assertProblem(reply, 413, 'request.too_large')
    assert.equal(handled.length, 1 - over)
  }
})

test('the file is closed when the request is over, whatever its result', async () => {
  const outcomes: [status: number, fails: () => void][] = [
    [200, () => {}],
    [409, () => assert.fail(problem('resource.conflict', 409))],
    [500, () => assert.fail('an unexpected error')],
  ]
  for (const [status, fails] of outcomes) {
    handled.length = 0
    meanwhile = async () => fails()
    assert.equal((await send('abc')).status, status)
    await waitUntil(() => isClosed(handled[0]))
  }
  assert.deepEqual(readdirSync(folder), [])
})

/** This test's open files in this process, by their former names. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)].filter((name) => name.startsWith(folder))
    } catch {
      return []
    }
  })

test('a client that disconnects during an upload is released: nothing is handled, left open or logged as an error', {
  skip: process.platform !== 'linux' && 'the open files are looked up in /proc',
}, async () => {
  handled.length = 0
  lines.length = 0
  const rejections: unknown[] = []
  process.on('unhandledRejection', (reason) => rejections.push(reason))
  for (const headers of [{ 'content-length': mebibyte }, { 'transfer-encoding': 'chunked' }]) {
    const call = begin(path, headers)
    call.write('name\n')
    await waitUntil(() => openFiles().length === 1)
    call.destroy()
    await waitUntil(() => openFiles().length === 0)
  }
  assert.deepEqual([handled, rejections], [[], []])
  assert.deepEqual(
    lines.filter((line) => JSON.parse(line).level >= 40),
    [],
  )
})

const connections = promisify(server.app.server.getConnections.bind(server.app.server))

test('a client that disconnects after its upload has its request handled to the end', async () => {
  handled.length = 0
  const { promise: closed, resolve: go } = Promise.withResolvers<void>()
  let read = ''
  meanwhile = async (file) => {
    await closed
    read = await text(file.read())
  }
  const call = begin(path, {})
  call.end('all of it')
  await waitUntil(() => handled.length === 1)
  call.destroy()
  await waitUntil(async () => (await connections()) === 0)
  go()
  await waitUntil(() => read === 'all of it')
  await waitUntil(() => isClosed(handled[0]))
})

test('a repeated transaction reads the file again', async () => {
  handled.length = 0
  const read: string[] = []
  meanwhile = async (file) => {
    read.push(await text(file.read()))
    if (read.length < 3) throw Object.assign(new Error('could not serialize access'), { code: '40001' })
  }
  assertStatus(await send('twice told'), 200)
  assert.deepEqual(read, Array(3).fill('twice told'))
})

test('a repeat with its Idempotency-Key gets the first answer; with other bytes it is 422', async () => {
  handled.length = 0
  meanwhile = async () => {}
  const key = { 'idempotency-key': 'upload' }
  const first = await send('name\nAda\n', key)
  const again = await send('name\nAda\n', key)
  assert.deepEqual([again.status, again.text, again.headers['idempotency-replayed']], [200, first.text, 'true'])
  assertProblem(await send('name\nBob\n', key), 422, 'request.idempotency_mismatch')
  assert.equal(handled.length, 1)
})

test('a spooling route may also accept JSON, with the rules of all JSON and at most 2 MB', async () => {
  const to = `${org.path}/people-or-csv`
  const json = { 'content-type': 'application/json' }
  assert.deepEqual(assertStatus(await org.api.raw('POST', to, 'a,b', csv), 200), ['a', 'b'])
  assert.deepEqual(assertStatus(await org.api.post(to, { people: ['a'] }), 200), ['a'])
  assertProblem(await org.api.raw('POST', to, '{"people":', json), 400, 'request.malformed')
  assertProblem(await org.api.raw('POST', to, '{"people":["\\u0000"]}', json), 422, 'request.invalid', 'people[0]')
  assertProblem(await org.api.post(to, { people: 'a' }), 422, 'request.invalid', 'people')
  assertProblem(await org.api.post(to, { people: ['x'.repeat(2 * mebibyte)] }), 413, 'request.too_large')
})

test('the log and the metrics use the route pattern, and the reference describes each media type', async () => {
  meanwhile = async () => {}
  lines.length = 0
  const reply = await send('abc')
  const [line] = lines.map((each) => JSON.parse(each))
  assert.deepEqual([line.requestId, line.route], [reply.headers['x-request-id'], '/v1/orgs/:org/uploads'])
  assert.match((await server.app.inject('/metrics')).body, /route="\/v1\/orgs\/:org\/uploads",status="200"/)
  const { paths } = (await server.app.inject('/openapi.json')).json()
  const { post } = paths['/orgs/{org}/people-or-csv']
  const people = { type: 'array', items: { type: 'string' } }
  assert.deepEqual(post.requestBody.content, {
    'text/csv': { schema: { type: 'string' } },
    'application/json': {
      schema: { type: 'object', properties: { people }, required: ['people'], additionalProperties: false },
    },
  })
  assert.ok(post.parameters.some(({ name }: { name: string }) => name === 'Idempotency-Key'))
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { createTestApp } from '../../testing/app.ts'
import { assertProblem, assertStatus, createTestClient } from '../../testing/client.ts'
import { waitUntil } from '../work/testing/jobs.ts'
import { problem } from './problem.ts'
import { type ByteStream, openRoute, ResponseContent, RouteResponse } from './route.ts'

/** Responses that are generated while they are sent. */

let bytes: () => ByteStream
const open = { access: { kind: 'public' }, tag: 'Test', responseTypes: ['text/csv'] } as const
const disposition = { 'content-disposition': 'attachment; filename="people.csv"' }
const answer = async () => new RouteResponse(200, new ResponseContent(bytes(), 'text/csv; charset=utf-8'), disposition)

const lines: string[] = []
const server = await createTestApp({
  log: pino({ level: 'info', base: null }, { write: (line: string) => lines.push(line) }),
  extraRoutes: [
    openRoute({ ...open, summary: 'Stream', method: 'GET', path: '/stream', handle: answer }),
    openRoute({ ...open, summary: 'Stream after', method: 'POST', path: '/stream', handle: answer }),
    openRoute({
      ...open,
      summary: 'Stream what was asked for',
      method: 'POST',
      path: '/echo',
      transaction: false,
      body: z.strictObject({ word: z.string() }),
      handle: async ({ body }) => new ResponseContent(Readable.from([body.word, body.word]), 'text/csv'),
    }),
  ],
})
const { anyone } = server
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })

async function response(): Promise<IncomingMessage> {
  const [reply] = (await once(get(`${address}/v1/stream`, { agent: false }), 'response')) as [IncomingMessage]
  return reply
}

function streams(make: () => ByteStream): void {
  bytes = make
  lines.length = 0
}

const errors = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
const requests = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')

const whole: [what: string, pieces: (string | Buffer)[], body: string][] = [
  ['texts and bytes', ['name\n', Buffer.from('Zoë\n'), 'Ada\n'], 'name\nZoë\nAda\n'],
  ['nothing', [], ''],
  ['empty pieces', ['', 'a', '', 'b', ''], 'ab'],
  ['many small pieces', Array(10_000).fill('x\n'), 'x\n'.repeat(10_000)],
]
for (const [what, pieces, body] of whole) {
  test(`a stream of ${what} arrives unchanged, with its headers and without an ETag`, async () => {
    streams(async function* () {
      yield* pieces
    })
    for (const reply of [await response(), await anyone.get('/stream')]) {
      const got = reply instanceof Readable ? await text(reply) : reply.text
      assert.equal(got, body)
      assert.equal(reply.headers['content-type'], 'text/csv; charset=utf-8')
      assert.equal(reply.headers['content-disposition'], disposition['content-disposition'])
      assert.equal(reply.headers.etag, undefined)
      assert.ok(reply.headers['x-request-id'])
    }
    assert.deepEqual([requests().map(({ status }) => status), errors()], [[200, 200], []])
  })
}

test('a Node stream can be sent as well', async () => {
  assert.equal(assertStatus(await anyone.post('/echo', { word: 'ho' }), 200), 'hoho')
})

test('a failure before the first byte is answered like any other', async () => {
  const refusals: [error: Error, status: number, code: string][] = [
    [problem('resource.conflict', 409), 409, 'resource.conflict'],
    [new Error('an unexpected error'), 500, 'internal'],
  ]
  for (const [error, status, code] of refusals) {
    // biome-ignore lint/correctness/useYield: it fails before the first yield
    streams(async function* () {
      throw error
    })
    const reply = await anyone.get('/stream')
    assertProblem(reply, status, code)
    assert.equal(reply.headers['content-disposition'], undefined)
    assert.equal(errors().length, status === 500 ? 1 : 0)
  }
})

test('a failure during the stream breaks the connection and is logged once', async () => {
  streams(async function* () {
    yield 'name\n'
    throw new Error('lost')
  })
  const reply = await response()
  await assert.rejects(text(reply), { code: 'ECONNRESET' })
  assert.equal(reply.complete, false)
  await waitUntil(() => requests().length === 1)
  assert.deepEqual(
    errors().map(({ err, requestId }) => [err.message, requestId]),
    [['lost', reply.headers['x-request-id']]],
  )
})

test('for HTTP/1.0, where the end of the connection ends a file, the connection is reset', async () => {
  streams(async function* () {
    yield 'name\n'
    throw new Error('lost')
  })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write('GET /v1/stream HTTP/1.0\r\n\r\n')
  await assert.rejects(text(socket), { code: 'ECONNRESET' })
})

test('a client that disconnects ends the generator, and nothing is logged as an error', async () => {
  let ended = false
  streams(async function* () {
    try {
      for (;;) yield 'x'.repeat(10_000)
    } finally {
      ended = true
    }
  })
  const reply = await response()
  await once(reply, 'readable')
  reply.destroy()
  await waitUntil(() => ended && requests().length === 1)
  assert.deepEqual(errors(), [])
})

test('a client that disconnects before the first byte ends the generator too', async () => {
  const { promise: closed, resolve: go } = Promise.withResolvers<void>()
  let state = 'waiting'
  streams(async function* () {
    state = 'begun'
    try {
      await closed
      for (;;) yield 'x'
    } finally {
      state = 'ended'
    }
  })
  const call = get(`${address}/v1/stream`, { agent: false })
  call.on('error', () => {})
  await waitUntil(() => state === 'begun')
  call.destroy()
  go()
  await waitUntil(() => state === 'ended')
  assert.deepEqual(errors(), [])
})

test('the generator produces no more than the client reads', async () => {
  const far = 1_000
  let made = 0
  streams(async function* () {
    for (; made < far; made++) yield Buffer.alloc(2 ** 20, 'x')
  })
  const reply = await response()
  await once(reply, 'readable')
  let before = -1
  await waitUntil(async () => {
    const isStill = made === before
    before = made
    await new Promise((resolve) => setTimeout(resolve, 100))
    return isStill
  })
  assert.ok(made < far / 2, `${made} MB were made for a client that reads nothing`)
  reply.destroy()
})

test('a route with a transaction cannot stream, because the transaction would be over', async () => {
  streams(async function* () {
    yield 'x'
  })
  assertProblem(await createTestClient(server.app).post('/stream'), 500, 'internal')
  assert.match(errors()[0].err.message, /transaction ends before/)
})

test('the reference lists the media types of the response', async () => {
  const { paths } = (await server.app.inject('/openapi.json')).json()
  assert.deepEqual(paths['/stream'].get.responses[200].content, { 'text/csv': {} })
})

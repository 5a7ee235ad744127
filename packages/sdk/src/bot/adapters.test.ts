import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as open, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
// @ts-expect-error its types are a package of their own
import untyped from 'express'
import fastify from 'fastify'
import { createBot } from '../index.ts'
import { createMessageEvent, createSignedRequest, signingSecret } from '../testing/gateway.ts'

type Middleware = typeof bot.express
type OnError = (error: Error, request: unknown, response: ServerResponse, next: unknown) => void
type App = RequestListener & { use(one: Middleware | OnError): void; post(path: string, one: Middleware): void }
type Express = (() => App) & { json(options?: object): Middleware; raw(options: object): Middleware }
const express = untyped as Express

const bot = createBot({
  signingSecret,
  onError: () => {},
  async onMessage({ message: { text } }, { reply, stream }) {
    if (text === 'fail') throw new Error('as asked')
    if (text === 'stream') stream('One')
    if (text === 'stream much') for (let n = 0; n < 50; n++) stream('x'.repeat(100_000))
    if (text === 'break') {
      stream('One')
      throw new Error('as asked')
    }
    reply(`You said: ${text}`)
  },
})

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
}

async function fastifyOf(): Promise<string> {
  const app = fastify()
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.post('/other', async ({ body }) => body)
  app.register(bot.fastify, { prefix: '/events' })
  after(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const other = await fetch(`http://127.0.0.1:${port}/other`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  })
  assert.deepEqual(await other.json(), { a: 1 }, 'its other routes parse as ever')
  return `http://127.0.0.1:${port}/events`
}

const beforeParser = () => {
  const app = express()
  app.post('/events', bot.express)
  app.use(express.json())
  return listening(createServer(app))
}
const behind = (parser: Middleware) => {
  const app = express()
  app.use(parser)
  app.post('/events', bot.express)
  return listening(createServer(app))
}

const keepBytes = (request: object, _: unknown, bytes: Buffer) => void Object.assign(request, { rawBody: bytes })

const doors: [name: string, door: () => Promise<string>][] = [
  ['Node', () => listening(createServer(bot.node))],
  ['Fastify', fastifyOf],
  ['Express in front of its parser', beforeParser],
  ['Express behind a raw parser', () => behind(express.raw({ type: '*/*' }))],
  ['Express behind a parser that keeps the bytes', () => behind(express.json({ verify: keepBytes }))],
]

for (const [name, door] of doors) {
  test(`${name}: answers, streams, refuses, fails and aborts`, async () => {
    const url = await door()
    const ask = (text: string, secret?: string) => fetch(url, createSignedRequest(createMessageEvent(text), { secret }))
    assert.match(await (await ask('Grüße 👋')).text(), /You said: Grüße 👋/)
    const streamed = await ask('stream')
    assert.equal(streamed.headers.get('content-type'), 'application/x-ndjson')
    assert.equal((await streamed.text()).trimEnd().split('\n').length, 2)
    assert.equal((await ask('Hello', 'another')).status, 401)
    assert.equal((await ask('fail')).status, 500)
    await assert.rejects(ask('break').then((response) => response.text()))
  })
}

test('Express behind a parser that consumed the raw body gets an error with a remedy', async () => {
  const app = express()
  app.use(express.json())
  app.post('/events', bot.express)
  app.use((error, _request, response, _next) => void response.writeHead(500).end(error.message))
  const response = await fetch(await listening(createServer(app)), createSignedRequest(createMessageEvent('Hello')))
  assert.match(await response.text(), /in front of express\.json\(\)/)
})

test('a client that disconnects during a request does not end the process', async () => {
  const url = await listening(createServer(bot.node))
  const { headers } = createSignedRequest(createMessageEvent('Hello'))
  const leaving = open(url, { method: 'POST', headers: { ...headers, 'content-length': 1000 } })
  leaving.on('error', () => {})
  await new Promise<void>((resolve) => leaving.write('{', () => resolve()))
  leaving.destroy()
  assert.equal((await fetch(url, createSignedRequest(createMessageEvent('Still there?')))).status, 200)
})

test('a long stream is sent at the speed of its reader and adds only two listeners', async () => {
  let most = 0
  const url = await listening(
    createServer(async (request, response) => {
      const write = response.write.bind(response)
      response.write = ((chunk: Uint8Array) => {
        most = Math.max(most, response.listenerCount('drain'), response.listenerCount('close'))
        return write(chunk)
      }) as typeof response.write
      await bot.node(request, response)
      most = Math.max(most, response.listenerCount('drain') * 100)
    }),
  )
  const { body } = await fetch(url, createSignedRequest(createMessageEvent('stream much')))
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.byteLength
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.ok(bytes > 5_000_000)
  assert.ok(most > 0 && most <= 3, `${most} listeners`)
})

test('a client that disconnects during a long answer is released', async () => {
  const answered = Promise.withResolvers<void>()
  const url = await listening(
    createServer((request, response) => bot.node(request, response).then(answered.resolve, answered.reject)),
  )
  const leaving = new AbortController()
  const { body } = await fetch(url, {
    ...createSignedRequest(createMessageEvent('stream much')),
    signal: leaving.signal,
  })
  await body?.getReader().read()
  leaving.abort()
  await answered.promise
})

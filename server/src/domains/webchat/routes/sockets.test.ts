import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { ClientFrame, ServerFrame } from '@parley/webchat-protocol'
import type { FastifyInstance } from 'fastify'
import { createWebchatBench, type WebchatGateway } from '../../../testing/webchat-bench.ts'
import type { WebchatContext } from './context.ts'
import { serveSockets } from './sockets.ts'

const bench = await createWebchatBench()
const gateway = await bench.start(0)
const text = (words: string) => ({ kind: 'text', text: words, chips: [] })
const say = (id: string, words: string): ClientFrame => ({
  say: { id: `v-${id}-00000000`, said: { type: 'text', text: words } },
})

async function newVisitor({ origin }: WebchatGateway = gateway) {
  const before = await bench.visitors()
  const response = await fetch(`${origin}/webchat/bind_chat/visitors`, { method: 'POST' })
  const { visitorToken } = (await response.json()) as { visitorToken: string }
  const address = (await bench.visitors()).find((each) => !before.includes(each))!
  return { token: visitorToken, address }
}

/** The browser's end of a WebSocket: records frames, and waits for them. */
async function open(at: WebchatGateway, hello?: { token: string; after: number }) {
  const socket = new WebSocket(`${at.origin.replace('http', 'ws')}/webchat/bind_chat/socket`)
  const frames: ServerFrame[] = []
  const closed = Promise.withResolvers<number>()
  let wake = () => {}
  socket.onmessage = ({ data }) => {
    frames.push(JSON.parse(String(data)))
    wake()
  }
  socket.onclose = ({ code }) => closed.resolve(code)
  await once(socket, 'open')
  const send = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  if (hello) send({ hello })
  const until = async (holds: (frames: ServerFrame[]) => boolean): Promise<ServerFrame[]> => {
    while (!holds(frames)) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return frames
  }
  const ids = () => frames.flatMap((frame) => ('entries' in frame ? frame.entries.map(({ id }) => id) : []))
  return { socket, send, until, frames, ids, closed: closed.promise, close: () => socket.close() }
}

test('a socket sends the existing entries after the hello, and then new ones, in order and once', async () => {
  const visitor = await newVisitor()
  await bench.send(visitor.address, 'msg_1', text('Before'))
  const browser = await open(gateway, { token: visitor.token, after: 0 })
  await browser.until(() => browser.ids().length === 1)
  await bench.send(visitor.address, 'msg_2', text('Live'))
  browser.send(say('a', 'Hello'))
  await browser.until((frames) => frames.some((frame) => 'took' in frame) && browser.ids().length === 3)
  assert.deepEqual(browser.ids().toSorted(), ['msg_1', 'msg_2', 'v-a-00000000'])
  browser.close()
})

test('with many concurrent messages in both directions every browser sees each entry once, in the same order', async () => {
  const visitor = await newVisitor()
  const other = await bench.start(0)
  const browsers = [
    await open(gateway, { token: visitor.token, after: 0 }),
    await open(other, { token: visitor.token, after: 0 }),
  ]
  const [first] = browsers
  const sending = Array.from({ length: 40 }, (_, index) =>
    bench.send(visitor.address, `msg_${index}`, text(`${index}`)),
  )
  for (let index = 0; index < 15; index++) first!.send(say(`n${index}`, `${index}`))
  await Promise.all(sending)
  for (const browser of browsers) await browser.until(() => browser.ids().length >= 55)
  const [here, there] = browsers.map((browser) => browser.ids())
  assert.deepEqual(here, there)
  assert.equal(new Set(here).size, 55)
  const visitorIds = here!.filter((id) => id.startsWith('v-'))
  assert.deepEqual(
    visitorIds,
    Array.from({ length: 15 }, (_, index) => `v-n${index}-00000000`),
  )
  for (const browser of browsers) browser.close()
})

test('a browser that reconnects gets the missed entries, and none twice', async () => {
  const visitor = await newVisitor()
  await bench.send(visitor.address, 'msg_a', text('One'))
  const first = await open(gateway, { token: visitor.token, after: 0 })
  const [frame] = await first.until(() => first.ids().length === 1)
  first.close()
  await first.closed
  await bench.send(visitor.address, 'msg_b', text('Two'))
  const last = frame && 'entries' in frame ? frame.entries.at(-1)!.n : 0
  const second = await open(gateway, { token: visitor.token, after: last })
  await second.until(() => second.ids().length > 0)
  assert.deepEqual(second.ids(), ['msg_b'])
  second.close()
})

test('signals from any process reach the connected browsers', async () => {
  const visitor = await newVisitor()
  const browser = await open(gateway, { token: visitor.token, after: 0 })
  await browser.until((frames) => frames.length === 1)
  // Signals reach only current listeners, and a process may be about to listen.
  const repeating = setInterval(() => void bench.signal(visitor.address, 'typing'), 50)
  await browser.until((frames) => frames.some((frame) => 'signal' in frame && frame.signal === 'typing'))
  clearInterval(repeating)
  browser.close()
})

test('the socket closes on an unknown token, on messages before the hello, and on binary data', async () => {
  const unknown = await open(gateway, { token: 'wct_unknown', after: 0 })
  assert.equal(await unknown.closed, 4401)
  const rude = await open(gateway)
  rude.send(say('x', 'Hello'))
  assert.equal(await rude.closed, 4401)
  const huge = await open(gateway)
  huge.send('x'.repeat(65_537))
  assert.equal(await huge.closed, 1009)
  const binary = await open(gateway)
  binary.socket.send(new Uint8Array([1]))
  assert.equal(await binary.closed, 1003)
})

test('an invalid frame is refused, and the socket stays open', async () => {
  const visitor = await newVisitor()
  const browser = await open(gateway, { token: visitor.token, after: 0 })
  browser.send('{')
  browser.send(say('y', ''))
  browser.send(say('z', 'Fine'))
  const frames = await browser.until((all) => all.some((frame) => 'took' in frame))
  assert.deepEqual(
    frames.flatMap((frame) => ('refused' in frame ? [frame.refused] : [])),
    [{ reason: 'invalid' }, { id: 'v-y-00000000', reason: 'invalid' }],
  )
  browser.close()
})

test('the server sends heartbeats, and disconnects a browser that answers no ping', async () => {
  const impatient = await createWebchatBench({ beatMs: 400 })
  const at = await impatient.start(0)
  const browser = await open(at)
  const { visitorToken } = (await (
    await fetch(`${at.origin}/webchat/bind_chat/visitors`, { method: 'POST' })
  ).json()) as { visitorToken: string }
  browser.send({ hello: { token: visitorToken, after: 0 } })
  await browser.until((frames) => frames.some((frame) => 'beat' in frame))
  browser.close()
  const deaf = connect(at.port, '127.0.0.1')
  deaf.write(
    'GET /webchat/bind_chat/socket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  let received = ''
  deaf.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  await once(deaf, 'end')
  assert.match(received, /^HTTP\/1\.1 101 .*s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/s)
  deaf.destroy()
})

test('the server disconnects a browser whose hello arrives one byte at a time', async () => {
  const impatient = await createWebchatBench({ helloMs: 400 })
  const at = await impatient.start(0)
  const slow = connect({ port: at.port, host: '127.0.0.1', allowHalfOpen: true })
  // Writing to a closed connection causes a reset.
  slow.on('error', () => {})
  const closed = new Promise((resolve) => slow.once('close', resolve))
  slow.write(
    'GET /webchat/bind_chat/socket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\n' +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  slow.resume()
  // The header of a 100-byte frame, a zero mask, and then its bytes.
  slow.write(Buffer.from([0x81, 0x80 | 100, 0, 0, 0, 0]))
  const timer = setInterval(() => slow.write('{'), 50)
  await closed
  clearInterval(timer)
})

for (const [origin, allowed, status] of [
  ['https://shop.example.com', ['https://shop.example.com'], '101'],
  ['https://evil.example.com', ['https://shop.example.com'], '403'],
  [undefined, ['https://shop.example.com'], '403'],
  [undefined, undefined, '101'],
] as const) {
  test(`a socket of ${origin ?? 'no origin'} is answered with ${status} where ${allowed ?? 'any'} is allowed`, async () => {
    Object.assign(bench.binding, { allowedOrigins: allowed })
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(
      `GET /webchat/bind_chat/socket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
        `${origin ? `origin: ${origin}\r\n` : ''}sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    const [chunk] = await once(socket, 'data').finally(() =>
      Object.assign(bench.binding, { allowedOrigins: undefined }),
    )
    assert.match(String(chunk), new RegExp(`^HTTP/1.1 ${status} `))
    socket.destroy()
  })
}

const declined: [what: string, path: string, headers: string, status: string][] = [
  ['a chat that does not exist', '/webchat/bind_other/socket', 'sec-websocket-version: 13\r\n', '404'],
  ['an older version', '/webchat/bind_chat/socket', 'sec-websocket-version: 8\r\n', '400'],
]
for (const [what, path, headers, status] of declined) {
  test(`an upgrade to ${what} is refused with ${status}`, async () => {
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\n${headers}sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    const [chunk] = await once(socket, 'data')
    assert.match(String(chunk), new RegExp(`^HTTP/1.1 ${status} `))
    socket.destroy()
  })
}

for (const [protocol, path] of [
  ['h2c', '/webchat/bind_chat'],
  ['h2c', '/webchat/bind_chat/socket'],
  ['websocket', '/webchat/bind_chat'],
]) {
  test(`${path} with an offer of ${protocol} gets the same answer as without it`, async () => {
    const ask = (offer: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(gateway.port, '127.0.0.1')
        let received = ''
        socket.on('data', (chunk) => {
          received += chunk.toString()
        })
        socket.once('end', () => resolve(received.replace(/^(?:date|x-request-id): .*$|req_\w+/gim, '')))
        socket.end(`GET ${path} HTTP/1.1\r\nhost: x\r\n${offer}\r\n`)
      })
    const plain = await ask('connection: close\r\n')
    assert.match(plain, /^HTTP\/1.1 (?:200|404) /)
    assert.equal(await ask(`connection: close, Upgrade\r\nupgrade: ${protocol}\r\n`), plain)
  })
}

test('a connection that breaks before its chat is found gets no session', async () => {
  const server = new EventEmitter()
  const socket = new PassThrough()
  const found = Promise.withResolvers<undefined>()
  const findById = () => found.promise.then(() => ({ agent: bench.agent, binding: bench.binding }))
  const doors = { channels: { findById }, closing: new AbortController().signal } as unknown as WebchatContext
  serveSockets({ server, addHook: () => {} } as unknown as FastifyInstance, doors)
  server.emit('upgrade', { url: '/webchat/bind_chat/socket' }, socket, Buffer.alloc(0))
  socket.destroy()
  await once(socket, 'close')
  found.resolve(undefined)
  await new Promise(setImmediate)
  assert.deepEqual([socket.listenerCount('data'), socket.writableLength], [0, 0])
})

test('a silent database does not delay the shutdown', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const connected = once(silent, 'connection') as Promise<[Socket]>
  const listening = gateway.lines.listen(() => `postgres://nobody@127.0.0.1:${port}/none`)
  const [connection] = await connected
  connection.resume()
  const first = await Promise.race([
    listening.close().then(() => 'closed'),
    once(connection, 'close').then(() => 'the connection gave up'),
  ])
  assert.equal(first, 'closed')
  connection.destroy()
  silent.close()
})

test('long polls wait for new entries and are released when the gateway closes', async () => {
  const at = await bench.start(0)
  const visitor = await newVisitor(at)
  const ask = (after: number) =>
    fetch(`${at.origin}/webchat/bind_chat/entries?after=${after}&wait=25`, {
      headers: { authorization: `Bearer ${visitor.token}` },
    }).then((response) => response.json() as Promise<{ frames: [{ entries: { id: string; n: number }[] }] }>)
  const waiting = ask(0)
  await bench.send(visitor.address, 'msg_poll', text('Hi'))
  const { frames } = await waiting
  assert.deepEqual(
    frames[0].entries.map(({ id }) => id),
    ['msg_poll'],
  )
  const arrived = once(at.app.server, 'request')
  const last = ask(frames[0].entries[0]!.n)
  await arrived
  const browser = await open(at, { token: visitor.token, after: 0 })
  await browser.until(() => browser.ids().length === 1)
  await at.app.close()
  assert.deepEqual((await last).frames[0].entries, [])
  assert.equal(await browser.closed, 1001)
})

// Own process: other test files would delay the clients and the servers.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApi, createGateway, createHealthServer, createServices } from '../../app.ts'
import { createTestApp } from '../../testing/app.ts'
import type { ClientLimits } from './slow-clients.ts'

/** Clients that send or read a byte at a time occupy a connection no longer than docs/operations.md promises. */

const clientLimits: ClientLimits = {
  // Longer than a busy machine may keep this process from reading the head of a request.
  headMilliseconds: 3_000,
  bodyMilliseconds: 1_000,
  pace: { milliseconds: 3_000, bytes: 65_536 },
}
const dripMilliseconds = 50
const hugeBytes = 48_000_000

const { context, routes } = await createTestApp()
const limited = createServices({ ...context, clientLimits })
const listeners = {
  api: await listening(createApi(limited, routes)),
  gateway: await listening(createGateway(limited)),
  worker: await listening(createHealthServer(limited)),
}
type Listening = { app: FastifyInstance; port: number }

async function listening(app: FastifyInstance): Promise<Listening> {
  app.get('/huge', async (_request, reply) => reply.send(Buffer.alloc(hugeBytes, 'x')))
  app.get('/late', async () => {
    await sleep(1.3 * clientLimits.pace.milliseconds)
    return { late: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  after(() => app.close())
  return { app, port: (app.server.address() as AddressInfo).port }
}

/** A client that does not close the connection when the server does. */
async function connected({ port }: Listening): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  // Writing to a closed connection causes a reset.
  socket.on('error', () => {})
  after(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

async function openConnections({ app }: Listening): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

/** Waits until the server has closed its only connection. Returns the milliseconds since `startedAt`. */
async function closedAfter(listener: Listening, startedAt: number): Promise<number> {
  while ((await openConnections(listener)) > 0) {
    if (performance.now() - startedAt > 60_000) assert.fail('the connection is never ended')
    await sleep(20)
  }
  return performance.now() - startedAt
}

async function drip(listener: Listening, sentAtOnce: string): Promise<number> {
  const startedAt = performance.now()
  const socket = await connected(listener)
  socket.resume()
  socket.write(sentAtOnce)
  const timer = setInterval(() => socket.write('a'), dripMilliseconds)
  after(() => clearInterval(timer))
  const held = await closedAfter(listener, startedAt)
  clearInterval(timer)
  socket.destroy()
  return held
}

const bodies: Record<keyof typeof listeners, string[]> = {
  api: ['POST /v1/auth/sign-in', 'POST /mcp', 'GET /docs', 'POST /nowhere', 'POST /%zz'],
  gateway: ['POST /v4/messages', 'POST /webchat/none/entries', 'POST /nowhere', 'POST /%zz'],
  worker: ['POST /healthz', 'GET /readyz'],
}

describe('slow clients', { concurrency: true }, () => {
  for (const [name, listener] of Object.entries(listeners)) {
    describe(name, { concurrency: 1 }, () => testsOf(name as keyof typeof listeners, listener))
  }
})

function testsOf(name: keyof typeof listeners, listener: Listening): void {
  test(`${name}: request headers that arrive a byte at a time end the connection`, async () => {
    const held = await drip(listener, 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ')
    assert.ok(held >= clientLimits.headMilliseconds / 2)
  })

  test(`${name}: a connection on which nothing arrives is closed without a response`, async () => {
    const silent = await connected(listener)
    const received: Buffer[] = []
    silent.on('data', (chunk) => received.push(chunk))
    await Promise.all([once(silent, 'end'), closedAfter(listener, performance.now())])
    silent.destroy()
    assert.equal(Buffer.concat(received).toString(), '')
  })

  test(`${name}: incomplete headers after an answer end the connection`, async () => {
    await drip(listener, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /healthz HTTP/1.1\r\n')
  })

  for (const what of bodies[name]) {
    test(`${name}: a body of ${what} that arrives a byte at a time ends the connection`, async () => {
      const held = await drip(listener, `${what} HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n\r\n`)
      assert.ok(held >= clientLimits.bodyMilliseconds / 2)
    })
  }

  test(`${name}: a response that the client does not read ends the connection`, async () => {
    const startedAt = performance.now()
    const socket = await connected(listener)
    socket.write('GET /huge HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
    socket.pause()
    assert.ok((await closedAfter(listener, startedAt)) >= clientLimits.pace.milliseconds / 2)
    socket.destroy()
  })

  test(`${name}: a response that the client reads slowly but steadily is completed`, async () => {
    const socket = await connected(listener)
    socket.write('GET /huge HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    let read = 0
    for await (const chunk of socket) {
      const before = read
      read += chunk.length
      // In total the pauses exceed the required pace.
      if (Math.floor(read / 2e6) > Math.floor(before / 2e6)) await sleep(clientLimits.pace.milliseconds / 15)
    }
    assert.ok(read > hugeBytes, `${read} bytes`)
  })

  test(`${name}: the connection stays open for a handler that takes its time`, async () => {
    const response = await fetch(`http://127.0.0.1:${listener.port}/late`, { headers: { connection: 'close' } })
    assert.deepEqual(await response.json(), { late: true })
    await closedAfter(listener, performance.now())
  })
}

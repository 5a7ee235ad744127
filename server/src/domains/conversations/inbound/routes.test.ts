import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { createHealthServer } from '../../../app.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import type { Adapter, LiveBinding, ProviderCall } from '../../channels/index.ts'
import { createReceive } from './receive.ts'
import { serveProviders } from './routes.ts'
import { createInboundHarness, createInboundWorld, inboundContent, newAddress } from './testing/inbound-harness.ts'

const world = createInboundWorld()
const server = await createTestApp({ world })
const agent = await createTestAgent(server)
const port = await createInboundHarness({ server, agent, world })
const calls: ProviderCall[] = []
let binding: LiveBinding = port.binding('sms')
let failure: unknown

const adapter = {
  verify: (call) => {
    calls.push(call)
    return call.headers['x-signature'] === 'good' ? undefined : 'bad signature'
  },
  parse: (call) =>
    call.method === 'GET'
      ? { answer: { status: 200, body: call.query.challenge }, inbounds: [] }
      : {
          answer: { status: 202, type: 'text/xml', body: '<Response/>' },
          inbounds: [inboundContent(call.body.toString(), 'Hello')],
        },
} as Partial<Adapter> as Adapter

function gatewayWith(adapter: Adapter) {
  const app = createHealthServer(server.services)
  serveProviders(app, {
    ...port.deps,
    gatewayPublicUrl: 'https://gateway.example.com',
    channels: {
      ...port.deps.channels,
      findById: async (id) => (id === 'chb_1' ? { agent: port.key, binding } : undefined),
      requireAdapter: () => adapter,
    },
    receive: async (...call) => {
      if (failure) throw failure
      return createReceive(port.deps)(...call)
    },
  })
  after(() => app.close())
  return app
}
const app = gatewayWith(adapter)

const post = (body: string | Buffer, headers: Record<string, string> = { 'x-signature': 'good' }) =>
  app.inject({ method: 'POST', url: '/providers/chb_1?a=1&b=%20x&a=2', payload: body, headers })

test('an authentic call is processed and answered as the provider expects', async () => {
  const from = newAddress()
  const answer = await post(from)
  assert.deepEqual([answer.statusCode, answer.body], [202, '<Response/>'])
  assert.match(String(answer.headers['content-type']), /^text\/xml/)
  const { body } = await agent.get(`/people?q=${encodeURIComponent(from)}`)
  assert.equal(body.data.length, 1)
})

test('the adapter receives the call exactly as the provider made it', async () => {
  const bytes = Buffer.from([0xff, 0x00, 0x7b, 0x22])
  await post(bytes, { 'x-signature': 'good', 'content-type': 'application/json', 'content-encoding': 'gzip' })
  const call = calls.at(-1) as ProviderCall
  assert.deepEqual(call.body, bytes)
  assert.equal(call.url, 'https://gateway.example.com/providers/chb_1?a=1&b=%20x&a=2')
  assert.deepEqual(call.query, { a: '1', b: ' x' })
})

test('a GET returns the value that the provider expects', async () => {
  const answer = await app.inject({ url: '/providers/chb_1?challenge=123', headers: { 'x-signature': 'good' } })
  assert.deepEqual([answer.statusCode, answer.body], [200, '123'])
})

test('a call that is not authentic returns 401, and the log states the reason', async () => {
  const answer = await post(newAddress(), { 'x-signature': 'bad' })
  assert.equal(answer.statusCode, 401)
  assert.equal(answer.json().code, 'auth.unauthenticated')
  const last = port.logs.at(-1)
  assert.deepEqual([last?.event, last?.data], ['channel.rejected', { provider: 'lab', reason: 'bad signature' }])
})

test('refused calls produce one log line per minute, which counts the others', async () => {
  world.advance(1)
  port.logs.length = 0
  for (let call = 0; call < 5; call++) assert.equal((await post('x', { 'x-signature': 'bad' })).statusCode, 401)
  assert.equal(port.logs.length, 1)
  world.advance(1)
  await post('x', { 'x-signature': 'bad' })
  assert.equal(port.logs.length, 2)
  assert.deepEqual(port.logs[1]?.data, { provider: 'lab', reason: 'bad signature', unlogged: 4 })
})

test('an unknown binding returns 404', async () => {
  const answer = await app.inject({ method: 'POST', url: '/providers/chb_2', payload: 'x' })
  assert.deepEqual([answer.statusCode, answer.json().code], [404, 'resource.not_found'])
})

test('a disabled binding answers as usual and processes nothing', async () => {
  binding = port.binding('sms', { status: 'Disabled' })
  const from = newAddress()
  assert.equal((await post(from)).statusCode, 202)
  assert.equal((await post(from, {})).statusCode, 401)
  binding = port.binding('sms')
  const { body } = await agent.get(`/people?q=${encodeURIComponent(from)}`)
  assert.equal(body.data.length, 0)
})

test('while the database is unavailable the provider is asked to retry', async () => {
  failure = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const answer = await post(newAddress())
  failure = undefined
  assert.deepEqual([answer.statusCode, answer.json().code], [503, 'service.unavailable'])
})

test('a body of more than 2 MB is refused', async () => {
  const answer = await post(Buffer.alloc(2 * 1024 * 1024 + 1))
  assert.equal(answer.statusCode, 413)
})

test('a call that waits for an answer is released when the gateway closes', async () => {
  const waiting = Promise.withResolvers<AbortSignal | undefined>()
  const closing = gatewayWith({
    ...adapter,
    parse: () => ({
      inbounds: [],
      async answerAfter(over) {
        waiting.resolve(over)
        if (over) await once(over, 'abort')
        return { status: 200, body: 'nothing yet' }
      },
    }),
  } as Adapter)
  const answer = closing.inject({ method: 'POST', url: '/providers/chb_1', headers: { 'x-signature': 'good' } })
  assert.equal((await waiting.promise)?.aborted, false)
  await closing.close()
  assert.equal((await answer).body, 'nothing yet')
})

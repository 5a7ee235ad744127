import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { openTestProvider, type StubbedProviderAnswer } from '../../../../platform/outbound/testing/http-provider.ts'
import { openGuide } from '../../../../testing/guide.ts'
import {
  assertReadsAnything,
  createTestBinding,
  createTestCall,
  createTestOutgoing,
  expectDispatchFailedError,
} from '../testing/cases.ts'
import { createTestTools } from '../testing/provider.ts'
import { httpSmsAdapter } from './index.ts'

/** docs/http-sms.md */

const gateway = await openTestProvider()
const tools = createTestTools()
const now = String(tools.world.now().getTime() / 1000)
const binding = createTestBinding(httpSmsAdapter, {
  sendUrl: `${gateway.url}/send?key=1`,
  secret: 'secret',
  from: '+12025550100',
})

const sign = (timestamp: string, body: string, secret = 'secret') =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`

test('a message is sent as signed JSON under our own id', async () => {
  gateway.answerNext({ status: 202, body: { id: 'theirs' } })
  const sent = await httpSmsAdapter.send(
    createTestOutgoing({ Body: 'Grüße' }, { channelMessageId: 'msg_1-2' }),
    binding,
    tools,
  )
  assert.deepEqual(sent, { channelMessageId: 'msg_1-2' })
  const { method, path, headers, body } = gateway.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path, headers['content-type']], ['POST', '/send?key=1', 'application/json'])
  assert.deepEqual(JSON.parse(body), { id: 'msg_1-2', to: '+12025550123', from: '+12025550100', text: 'Grüße' })
  assert.equal(headers['x-svc-request-timestamp'], now)
  assert.equal(headers['x-svc-signature'], sign(now, body))
})

test('a binding without a sender sends none, and the gateway may answer without a body', async () => {
  gateway.answerNext({ status: 204, body: '' })
  const { from: _from, ...auth } = binding.auth
  await httpSmsAdapter.send(createTestOutgoing({ Body: 'Hello' }), { ...binding, auth }, tools)
  assert.deepEqual(JSON.parse(gateway.calls.at(-1)?.body ?? ''), { id: 'msg_1', to: '+12025550123', text: 'Hello' })
})

for (const [title, native, text] of [
  [
    'with files names them as links',
    { Body: 'Look', MediaUrl: ['https://a.example/1.png'] },
    'Look\nhttps://a.example/1.png',
  ],
  ['in other words goes as what a person reads', { other: 1 }, 'Read me'],
] as const) {
  test(`a native payload ${title}`, async () => {
    await httpSmsAdapter.send(createTestOutgoing(native, { text: 'Read me' }), binding, tools)
    assert.equal(JSON.parse(gateway.calls.at(-1)?.body ?? '').text, text)
  })
}

const refusals: [answer: StubbedProviderAnswer, reason: string, retry: string, after?: number][] = [
  [{ status: 400 }, 'rejected', 'never'],
  [{ status: 400, body: { reason: 'optedOut' } }, 'optedOut', 'never'],
  [{ status: 422, body: { reason: 'rateLimited' } }, 'rateLimited', 'later'],
  [{ status: 400, body: { reason: 'bindingDisabled' } }, 'rejected', 'never'],
  [{ status: 401, body: { reason: 'optedOut' } }, 'credentials', 'never'],
  [{ status: 429, headers: { 'retry-after': '9' }, body: { reason: 'rejected' } }, 'rateLimited', 'later', 9],
  [{ status: 503, body: { reason: 'optedOut' } }, 'providerError', 'unknown'],
  [{ reset: 'beforeAnswer' }, 'timeout', 'unknown'],
]
for (const [answer, reason, retry, after] of refusals) {
  test(`a gateway that answers ${JSON.stringify(answer)} means ${reason}`, async () => {
    gateway.answerNext(answer)
    const failure = await expectDispatchFailedError(
      httpSmsAdapter.send(createTestOutgoing({ Body: 'x' }), binding, tools),
    )
    assert.deepEqual([failure.reason, failure.retry, failure.retryAfterSeconds], [reason, retry, after])
  })
}

test('nothing is sent without a secret or without text', async () => {
  const before = gateway.calls.length
  const unsigned = { ...binding, auth: { sendUrl: gateway.url } }
  assert.equal(
    (await expectDispatchFailedError(httpSmsAdapter.send(createTestOutgoing({ Body: 'x' }), unsigned, tools))).reason,
    'credentials',
  )
  assert.equal(
    (await expectDispatchFailedError(httpSmsAdapter.send(createTestOutgoing({}), binding, tools))).reason,
    'rejected',
  )
  assert.equal(gateway.calls.length, before)
})

const event = '{"type":"receipt","id":"msg_1","state":"sent"}'
const stamped = (timestamp: string, signature: string) =>
  createTestCall(event, { headers: { 'x-svc-request-timestamp': timestamp, 'x-svc-signature': signature } })

test('a call of the gateway is authentic by its signature, with a clock difference of up to five minutes', () => {
  for (const timestamp of [now, String(Number(now) - 300), String(Number(now) + 300)]) {
    assert.equal(httpSmsAdapter.verify(stamped(timestamp, sign(timestamp, event)), binding, tools), undefined)
  }
})

test('the signature uses the scheme of the webhooks of the gateway', () => {
  const body = '{"spec":"amf/1"}'
  const signature = 'v0=299a86c9a6322bf393a77a07604754ff994fcf34fdbdcf0c1a3ce86d87eff492'
  const headers = { 'x-svc-request-timestamp': '1700000000', 'x-svc-signature': signature }
  const then = { ...tools, world: { ...tools.world, now: () => new Date(1_700_000_100_000) } }
  assert.equal(httpSmsAdapter.verify(createTestCall(body, { headers }), binding, then), undefined)
})

const stale = String(Number(now) - 301)
const early = String(Number(now) + 301)
for (const [title, call] of [
  ['that is stale', stamped(stale, sign(stale, event))],
  ['from the future', stamped(early, sign(early, event))],
  ['with another secret', stamped(now, sign(now, event, 'other'))],
  ['with another body', stamped(now, sign(now, `${event} `))],
  ['under another time', stamped(now, sign(stale, event))],
  ['without a version', stamped(now, sign(now, event).slice(3))],
  ['without a timestamp', stamped('', sign('', event))],
  ['without a signature', createTestCall(event)],
] as const) {
  test(`a call ${title} is refused`, () => {
    assert.equal(typeof httpSmsAdapter.verify(call, binding, tools), 'string')
  })
}

test('a binding without a secret refuses every call', () => {
  const call = stamped(now, sign(now, event, ''))
  assert.equal(typeof httpSmsAdapter.verify(call, { ...binding, auth: { secret: '' } }, tools), 'string')
})

const at = new Date('2026-11-15T11:59:00Z')
const receipt = { kind: 'receipt', channelMessageId: 'msg_1' }
const read: [title: string, event: unknown, inbounds: unknown[]][] = [
  [
    'a message',
    { type: 'message', id: 'in-1', from: '+12025550123', text: 'Hi', at: at.toISOString() },
    [{ kind: 'content', id: 'in-1', from: '+12025550123', content: { type: 'text', text: 'Hi' }, at }],
  ],
  [
    'a receipt',
    { type: 'receipt', id: 'msg_1', state: 'delivered', at: at.toISOString() },
    [{ ...receipt, state: 'delivered', at }],
  ],
  [
    'a failure with its reason',
    { type: 'receipt', id: 'msg_1', state: 'failed', reason: 'unreachable', detail: 'off' },
    [{ ...receipt, state: 'failed', reason: 'unreachable', detail: 'off', at: undefined }],
  ],
  [
    'a failure with a reason of its own',
    { type: 'receipt', id: 'msg_1', state: 'failed', reason: 'weather' },
    [{ ...receipt, state: 'failed', reason: 'rejected', detail: undefined, at: undefined }],
  ],
  [
    'a list, of which the odd ones are left out',
    [
      { type: 'receipt', id: 'msg_1', state: 'sent' },
      { type: 'receipt', id: 'msg_1', state: 'lost' },
      { type: 'message', id: 'in-1', from: 1, text: 'Hi' },
      { type: 'message', id: 'x'.repeat(256), from: '+1', text: 'Hi' },
      { type: 'other' },
      null,
    ],
    [{ ...receipt, state: 'sent', at: undefined }],
  ],
]
for (const [title, body, inbounds] of read) {
  test(`the gateway reports ${title}`, () => {
    assert.deepEqual(httpSmsAdapter.parse(createTestCall(JSON.stringify(body)), binding), { inbounds })
  })
}

test('docs/http-sms.md shows the payload we send, and every callback in it is understood completely', async () => {
  const [outgoingExample, ...inboundExamples] = openGuide('http-sms')
    .blocks('json')
    .map(({ text }) => JSON.parse(text))
  const outgoing = createTestOutgoing(
    { Body: outgoingExample.text },
    { channelMessageId: outgoingExample.id, to: outgoingExample.to },
  )
  await httpSmsAdapter.send(outgoing, { ...binding, auth: { ...binding.auth, from: outgoingExample.from } }, tools)
  assert.deepEqual(JSON.parse(gateway.calls.at(-1)?.body ?? ''), outgoingExample)
  assert.equal(inboundExamples.length, 3)
  const { inbounds } = httpSmsAdapter.parse(createTestCall(JSON.stringify(inboundExamples)), binding)
  const [message, arrived, failed] = inboundExamples
  assert.deepEqual(inbounds, [
    {
      kind: 'content',
      id: message.id,
      from: message.from,
      content: { type: 'text', text: message.text },
      at: new Date(message.at),
    },
    { kind: 'receipt', channelMessageId: arrived.id, state: arrived.state, at: new Date(arrived.at) },
    {
      kind: 'receipt',
      channelMessageId: failed.id,
      state: 'failed',
      reason: failed.reason,
      detail: failed.detail,
      at: undefined,
    },
  ])
})

test('any content from the gateway is parsed without an exception', () => {
  const members = fc.record({
    type: fc.constantFrom('message', 'receipt'),
    id: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
    from: fc.oneof(fc.string(), fc.jsonValue()),
    text: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800x'), fc.jsonValue()),
    state: fc.oneof(fc.constantFrom('sent', 'failed'), fc.jsonValue()),
    at: fc.oneof(fc.string(), fc.jsonValue()),
    detail: fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.constant('😀'.repeat(300)), fc.jsonValue()),
  })
  assertReadsAnything(
    httpSmsAdapter,
    binding,
    fc.array(members).map((list) => JSON.stringify(list)),
  )
})

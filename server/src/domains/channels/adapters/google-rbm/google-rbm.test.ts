import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync, verify as verifySignature } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  openTestProvider,
  type ReceivedProviderCall,
  type StubbedProviderAnswer,
} from '../../../../platform/outbound/testing/http-provider.ts'
import { stillWorld } from '../../../../platform/world.ts'
import {
  assertReadsAnything,
  createTestBinding,
  createTestCall,
  createTestOutgoing,
  expectDispatchFailedError,
} from '../testing/cases.ts'
import { createTestTools } from '../testing/provider.ts'
import { createGoogleRbmAdapter } from './index.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const serviceAccountKey = JSON.stringify({ client_email: 'bot@example.com', private_key: pem, private_key_id: 'k1' })
const clientToken = 'SJENCPGJESMGUFPY'

const native = { contentMessage: { text: 'Hello' } }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** A fake Google on loopback: issues a new token each time, and returns the configured responses. */
async function openGoogle() {
  const provider = await openTestProvider()
  const world = stillWorld('2026-11-15T12:00:00Z')
  const tools = createTestTools({ 'google-rbm': provider.url }, world)
  const adapter = createGoogleRbmAdapter()
  const binding = createTestBinding(adapter, { agentId: 'shop_agent', serviceAccountKey, clientToken, region: 'us' })
  const answers: StubbedProviderAnswer[] = []
  const signIns: ReceivedProviderCall[] = []
  const calls: ReceivedProviderCall[] = []
  provider.answerBy((call) => {
    if (call.path !== '/token') {
      calls.push(call)
      return answers.shift() ?? { body: { name: 'phones/x/agentMessages/y' } }
    }
    signIns.push(call)
    return { body: { access_token: `token-${signIns.length}`, expires_in: 3599, token_type: 'Bearer' } }
  })
  return {
    provider,
    world,
    tools,
    adapter,
    binding,
    signIns,
    calls,
    answerNext: (...next: StubbedProviderAnswer[]) => answers.push(...next),
  }
}

test('a message is posted to the phone with its own UUID, on behalf of the agent', async () => {
  const { adapter, binding, tools, calls } = await openGoogle()
  const sent = await adapter.send(createTestOutgoing(native), binding, tools)
  const { method, path, headers, body } = calls[0] ?? assert.fail()
  const url = new URL(path, 'http://x')
  assert.deepEqual([method, url.pathname], ['POST', '/v1/phones/+12025550123/agentMessages'])
  assert.match(sent.channelMessageId, uuid)
  assert.deepEqual(Object.fromEntries(url.searchParams), { messageId: sent.channelMessageId, agentId: 'shop_agent' })
  assert.equal(headers.authorization, 'Bearer token-1')
  assert.deepEqual(JSON.parse(body), native)
})

test('a retry has the same UUID; another bubble or agent has a different one', async () => {
  const { adapter, binding, tools } = await openGoogle()
  const idOf = async (channelMessageId: string, agentKey = 7) =>
    (await adapter.send(createTestOutgoing(native, { channelMessageId }), { ...binding, agentKey }, tools))
      .channelMessageId
  const first = await idOf('msg_1')
  assert.equal(await idOf('msg_1'), first)
  assert.equal(new Set([first, await idOf('msg_1-1'), await idOf('msg_1', 8)]).size, 3)
})

test('the default address is the regional endpoint of the agent', async () => {
  const { adapter, binding, tools, provider } = await openGoogle()
  const urls: string[] = []
  const call: typeof tools.call = (address, init) => {
    urls.push(address.split('?', 1)[0] ?? '')
    return tools.call(`${provider.url}${address.includes('/token') ? '/token' : '/x'}`, init)
  }
  for (const region of ['europe', 'elsewhere/']) {
    await adapter.send(
      createTestOutgoing(native),
      { ...binding, auth: { ...binding.auth, region } },
      { ...tools, apis: {}, call },
    )
  }
  assert.deepEqual(urls, [
    'https://oauth2.googleapis.com/token',
    'https://europe-rcsbusinessmessaging.googleapis.com/v1/phones/+12025550123/agentMessages',
    'https://rcsbusinessmessaging.googleapis.com/v1/phones/+12025550123/agentMessages',
  ])
})

test('the sign-in sends a JWT of the service account, signed with its key', async () => {
  const { adapter, binding, tools, signIns } = await openGoogle()
  await adapter.send(createTestOutgoing(native), binding, tools)
  const form = new URLSearchParams(signIns[0]?.body)
  assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const signed = verifySignature(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
    Buffer.from(signature, 'base64url'),
  )
  assert.ok(signed)
  const jsonOf = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  assert.deepEqual(jsonOf(head), { alg: 'RS256', typ: 'JWT', kid: 'k1' })
  const iat = Date.parse('2026-11-15T12:00:00Z') / 1000
  const scope = 'https://www.googleapis.com/auth/rcsbusinessmessaging'
  const aud = 'https://oauth2.googleapis.com/token'
  assert.deepEqual(jsonOf(claims), { iss: 'bot@example.com', scope, aud, iat, exp: iat + 3600 })
})

test('one token serves all messages, also concurrent ones, until shortly before it expires', async () => {
  const { adapter, binding, tools, world, signIns, calls } = await openGoogle()
  const send = () => adapter.send(createTestOutgoing(native), binding, tools)
  await Promise.all([send(), send(), send()])
  world.advance(57 * 60_000)
  await send()
  assert.equal(signIns.length, 1)
  world.advance(2 * 60_000)
  await send()
  assert.equal(calls.at(-1)?.headers.authorization, 'Bearer token-2')
})

test('a token that is no longer accepted is fetched again once', async () => {
  const { adapter, binding, tools, calls, answerNext } = await openGoogle()
  answerNext({ status: 401 })
  await adapter.send(createTestOutgoing(native), binding, tools)
  assert.deepEqual(
    calls.map(({ headers }) => headers.authorization),
    ['Bearer token-1', 'Bearer token-2'],
  )
  answerNext({ status: 401 }, { status: 401 })
  assert.equal(
    (await expectDispatchFailedError(adapter.send(createTestOutgoing(native), binding, tools))).reason,
    'credentials',
  )
})

const signInFailures: [title: string, answer: StubbedProviderAnswer, reason: string, retry: string][] = [
  ['is refused', { status: 400, body: { error: 'invalid_grant' } }, 'credentials', 'never'],
  ['breaks', { status: 503 }, 'providerError', 'later'],
  ['is cut off, which sends nothing', { reset: 'beforeAnswer' }, 'providerError', 'later'],
  ['gives no token', { body: {} }, 'providerError', 'later'],
]
for (const [title, answer, reason, retry] of signInFailures) {
  test(`a sign-in that ${title} is ${reason}, and the next message signs in again`, async () => {
    const { adapter, binding, tools, provider, calls } = await openGoogle()
    provider.answerNext(answer)
    const failure = await expectDispatchFailedError(adapter.send(createTestOutgoing(native), binding, tools))
    assert.deepEqual([failure.reason, failure.retry, calls.length], [reason, retry, 0])
    await adapter.send(createTestOutgoing(native), binding, tools)
  })
}

for (const key of ['', '{}', 'no json', JSON.stringify({ client_email: 'a@example.com', private_key: 'sesame' })]) {
  test(`a service account key like ${JSON.stringify(key.slice(0, 12))} is refused without revealing its content`, async () => {
    const { adapter, binding, tools } = await openGoogle()
    const broken = { ...binding, auth: { ...binding.auth, serviceAccountKey: key } }
    const failure = await expectDispatchFailedError(adapter.send(createTestOutgoing(native), broken, tools))
    assert.equal(failure.reason, 'credentials')
    assert.doesNotMatch(failure.message, /sesame|a@example/)
  })
}

const error = (code: number, status: string) => ({ error: { code, status, message: 'about +12025550123' } })
const refusals: [answer: StubbedProviderAnswer, reason: string, retry: string][] = [
  [{ status: 404, body: error(404, 'NOT_FOUND') }, 'unreachable', 'never'],
  [{ status: 403, body: error(403, 'PERMISSION_DENIED') }, 'unreachable', 'never'],
  [{ status: 400, body: error(400, 'INVALID_ARGUMENT') }, 'rejected', 'never'],
  [{ status: 429, body: error(429, 'RESOURCE_EXHAUSTED') }, 'rateLimited', 'later'],
  [{ status: 500 }, 'providerError', 'unknown'],
  [{ reset: 'beforeAnswer' }, 'timeout', 'unknown'],
]
for (const [answer, reason, retry] of refusals) {
  test(`an answer of ${answer.status ?? 'nothing'} means ${reason}`, async () => {
    const { adapter, binding, tools, answerNext } = await openGoogle()
    answerNext(answer)
    const failure = await expectDispatchFailedError(adapter.send(createTestOutgoing(native), binding, tools))
    assert.deepEqual([failure.reason, failure.retry], [reason, retry])
    assert.doesNotMatch(failure.message, /2025550123/)
  })
}

test('a message that Google already has counts as sent, and so does one accepted with a broken answer', async () => {
  const { adapter, binding, tools, answerNext } = await openGoogle()
  answerNext({ status: 409, body: error(409, 'ALREADY_EXISTS') }, { body: '<html>' })
  const first = await adapter.send(createTestOutgoing(native), binding, tools)
  assert.deepEqual(await adapter.send(createTestOutgoing(native), binding, tools), first)
})

test('an address that is not a phone number causes no call', async () => {
  const { adapter, binding, tools, calls } = await openGoogle()
  for (const to of ['../x', 'someone@example.com', '']) {
    assert.equal(
      (await expectDispatchFailedError(adapter.send(createTestOutgoing(native, { to }), binding, tools))).reason,
      'invalidRecipient',
    )
  }
  assert.equal(calls.length, 0)
})

test('typing and reading are sent as events; without an inbound message no read event is sent', async () => {
  const { adapter, binding, tools, calls } = await openGoogle()
  const to = '+12025550123'
  await adapter.signal?.({ signal: 'typing', to, id: 's1' }, binding, tools)
  await adapter.signal?.({ signal: 'read', to, id: 's2', lastInboundId: 'in-1' }, binding, tools)
  await adapter.signal?.({ signal: 'read', to, id: 's3' }, binding, tools)
  assert.deepEqual(
    calls.map(({ body }) => JSON.parse(body)),
    [{ eventType: 'IS_TYPING' }, { eventType: 'READ', messageId: 'in-1' }],
  )
  const url = new URL(calls[0]?.path ?? '', 'http://x')
  assert.equal(url.pathname, '/v1/phones/+12025550123/agentEvents')
  assert.match(url.searchParams.get('eventId') ?? '', uuid)
})

test('the credentials check makes an impossible request and accepts every answer except a refusal', async () => {
  const { adapter, binding, tools, calls, answerNext } = await openGoogle()
  answerNext({ status: 404 }, { status: 403 })
  assert.deepEqual(await adapter.check?.(binding, tools), { routingId: 'shop_agent' })
  assert.match(calls[0]?.path ?? '', /^\/v1\/phones\/\+12025550100\/capabilities\?requestId=/)
  assert.equal(
    (await expectDispatchFailedError(Promise.resolve(adapter.check?.(binding, tools)))).reason,
    'credentials',
  )
})

test('each capability check asks Google whether a phone supports RCS; 404 means that it does not', async () => {
  const { adapter, binding, tools, calls, answerNext } = await openGoogle()
  const capable = (to: string) => adapter.capable?.(to, binding, tools)
  answerNext({ body: { features: ['RICHCARD_STANDALONE'] } }, { status: 404, body: error(404, 'NOT_FOUND') })
  assert.deepEqual([await capable('+12025550123'), await capable('+12025550123')], [true, false])
  const urls = calls.map(({ method, path }) => ({ method, url: new URL(path, 'http://x') }))
  for (const { method, url } of urls) {
    assert.deepEqual([method, url.pathname], ['GET', '/v1/phones/+12025550123/capabilities'])
    assert.equal(url.searchParams.get('agentId'), 'shop_agent')
    assert.match(url.searchParams.get('requestId') ?? '', uuid)
  }
  assert.equal(new Set(urls.map(({ url }) => url.searchParams.get('requestId'))).size, 2)
})

const untold: [answer: StubbedProviderAnswer, reason: string][] = [
  [{ status: 403, body: error(403, 'PERMISSION_DENIED') }, 'credentials'],
  [{ status: 429, body: error(429, 'RESOURCE_EXHAUSTED') }, 'rateLimited'],
  [{ status: 503 }, 'providerError'],
  [{ reset: 'beforeAnswer' }, 'timeout'],
]
for (const [answer, reason] of untold) {
  test(`an answer of ${answer.status ?? 'nothing'} leaves it unknown whether a phone supports RCS`, async () => {
    const { adapter, binding, tools, answerNext } = await openGoogle()
    answerNext(answer)
    const failure = await expectDispatchFailedError(Promise.resolve(adapter.capable?.('+12025550123', binding, tools)))
    assert.equal(failure.reason, reason)
    assert.doesNotMatch(failure.message, /2025550123/)
  })
}

const adapter = createGoogleRbmAdapter()
const binding = createTestBinding(adapter, { agentId: 'shop_agent@rbm.goog', clientToken })
const push = (data: string) =>
  JSON.stringify({ message: { data: Buffer.from(data).toString('base64') }, subscription: 's' })
const signed = (data: string, key = clientToken) => {
  const signature = createHmac('sha512', key).update(data).digest('base64')
  return createTestCall(push(data), { headers: { 'x-goog-signature': signature } })
}

test('an event is authentic by the signature of its payload', async () => {
  const data =
    '{"senderPhoneNumber":"+15551230001","eventType":"DELIVERED","eventId":"e1","messageId":"m1","agentId":"a1"}'
  const signature = '1iE0CVGP3cirTDJktz3ZO+taIvVyA1LhKY41hwQRfrjQRIQxOsPrR9K4Eew7I6tf2XS/3DHhYf44jKCiq6Ct9w=='
  const { tools } = await openGoogle()
  assert.equal(
    adapter.verify(createTestCall(push(data), { headers: { 'x-goog-signature': signature } }), binding, tools),
    undefined,
  )
})

test('an event with a wrong signature or none is refused', async () => {
  const { tools } = await openGoogle()
  const { headers } = signed('{"a":1}')
  const calls = [
    createTestCall(push('{"a":1}')),
    signed('{"a":1}', 'other'),
    createTestCall(push('{"a":2}'), { headers }),
    createTestCall('{}'),
    createTestCall('no json'),
  ]
  for (const call of calls) assert.equal(typeof adapter.verify(call, binding, tools), 'string')
  const open = { ...binding, auth: { ...binding.auth, clientToken: '' } }
  assert.equal(typeof adapter.verify(signed('{}', ''), open, tools), 'string')
  assert.equal(typeof adapter.verify(createTestCall('{"clientToken":"","secret":"s"}'), open, tools), 'string')
})

test('the handshake returns its secret to a caller that knows the client token', async () => {
  const { tools } = await openGoogle()
  const call = createTestCall(JSON.stringify({ clientToken, secret: '1234567890' }))
  assert.equal(adapter.verify(call, binding, tools), undefined)
  assert.deepEqual(adapter.parse(call, binding), {
    answer: { status: 200, type: 'text/plain', body: '1234567890' },
    inbounds: [],
  })
  assert.equal(typeof adapter.verify(createTestCall('{"clientToken":"x","secret":"s"}'), binding, tools), 'string')
})

const from = '+12025550123'
const at = new Date('2026-11-15T11:59:00Z')
const message = { senderPhoneNumber: from, messageId: 'in-1', sendTime: at.toISOString(), agentId: 'shop_agent' }
const content = { kind: 'content', from, id: 'in-1', at }
const userEvent = { senderPhoneNumber: from, eventId: 'e1', messageId: 'm1', sendTime: at.toISOString() }
const receipt = { kind: 'receipt', channelMessageId: 'm1', at }
const read: [title: string, payload: unknown, inbound?: unknown][] = [
  ['a text', { ...message, text: 'Hi' }, { ...content, content: { type: 'text', text: 'Hi' } }],
  [
    'a file',
    { ...message, userFile: { payload: { mimeType: 'image/gif', fileUri: 'https://x.example/a', fileName: 'a.gif' } } },
    { ...content, content: { type: 'media', reference: 'https://x.example/a', mediaType: 'image/gif', name: 'a.gif' } },
  ],
  [
    'a place',
    { ...message, location: { latitude: 37.5, longitude: -122.25 } },
    { ...content, content: { type: 'place', place: { latitude: 37.5, longitude: -122.25 } } },
  ],
  ['an invalid place', { ...message, location: { latitude: 370, longitude: 0 } }],
  [
    'a tap',
    { ...message, suggestionResponse: { postbackData: 'amf|m1|0', text: 'Yes', type: 'REPLY' } },
    { ...content, content: { type: 'tap', postback: 'amf|m1|0', label: 'Yes' } },
  ],
  ['a delivery', { ...userEvent, eventType: 'DELIVERED' }, { ...receipt, state: 'delivered' }],
  ['a reading', { ...userEvent, eventType: 'READ' }, { ...receipt, state: 'read' }],
  ['typing', { ...userEvent, eventType: 'IS_TYPING' }, { kind: 'typing', from, at }],
  ['a person who subscribes', { ...userEvent, eventType: 'SUBSCRIBE' }, { kind: 'subscribed', from, id: 'e1', at }],
  [
    'a person who unsubscribes',
    { ...userEvent, eventType: 'UNSUBSCRIBE' },
    { kind: 'unsubscribed', from, id: 'e1', at },
  ],
  [
    'a message that was revoked',
    {
      phoneNumber: from,
      messageId: 'm1',
      eventType: 'TTL_EXPIRATION_REVOKED',
      eventId: 'e1',
      sendTime: at.toISOString(),
    },
    { ...receipt, state: 'failed', reason: 'expired', detail: 'The message was not delivered in time' },
  ],
  ['one that could not be revoked', { phoneNumber: from, messageId: 'm1', eventType: 'TTL_EXPIRATION_REVOKE_FAILED' }],
  ['something of another agent', { ...message, agentId: 'other_agent', text: 'Hi' }],
  ['nothing at all', { ...message }],
]
for (const [title, payload, inbound] of read) {
  test(`Google reports ${title}`, () => {
    const { inbounds } = adapter.parse(createTestCall(push(JSON.stringify(payload))), binding)
    assert.deepEqual(JSON.parse(JSON.stringify(inbounds)), JSON.parse(JSON.stringify(inbound ? [inbound] : [])))
  })
}

test('any content from Google is parsed without an exception', () => {
  const odd = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800x'), fc.jsonValue())
  const payload = fc.record(
    {
      senderPhoneNumber: odd,
      messageId: odd,
      eventId: odd,
      sendTime: odd,
      eventType: fc.oneof(fc.constantFrom('DELIVERED', 'IS_TYPING', 'SUBSCRIBE', 'constructor'), odd),
      text: odd,
      location: fc.oneof(fc.record({ latitude: odd, longitude: odd }), odd),
      userFile: fc.oneof(
        fc.record({ payload: fc.oneof(fc.record({ fileUri: odd, mimeType: odd, fileName: odd }), odd) }),
        odd,
      ),
      suggestionResponse: fc.oneof(fc.record({ postbackData: odd, text: odd }), odd),
    },
    { requiredKeys: [] },
  )
  assertReadsAnything(
    adapter,
    binding,
    fc.oneof(
      payload.map((one) => push(JSON.stringify(one))),
      fc.json().map(push),
    ),
  )
})

test('a message is revoked by its own UUID, and one that Google does not know counts as revoked', async () => {
  const { adapter, binding, tools, calls, answerNext } = await openGoogle()
  const outgoing = { ...createTestOutgoing(native), to: '+12025550143' }
  const { channelMessageId } = await adapter.send(outgoing, binding, tools)
  await adapter.revoke?.(outgoing, binding, tools)
  const revocation = calls[1]
  assert.equal(revocation?.method, 'DELETE')
  const { pathname, searchParams } = new URL(revocation?.path ?? '', 'http://google')
  assert.equal(pathname, `/v1/phones/+12025550143/agentMessages/${channelMessageId}`)
  assert.equal(searchParams.get('agentId'), 'shop_agent')
  answerNext({ status: 404, body: {} })
  await adapter.revoke?.(outgoing, binding, tools)
  answerNext({ status: 503, body: {} })
  await assert.rejects(async () => adapter.revoke?.(outgoing, binding, tools), { reason: 'providerError' })
})

import assert from 'node:assert/strict'
import { createDecipheriv } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fc } from '@parley/test-kit'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import type { StubbedProviderAnswer } from '../../../../platform/outbound/testing/http-provider.ts'
import { openTestProvider } from '../../../../platform/outbound/testing/http-provider.ts'
import { type AdapterBinding, DispatchFailedError, type OutboundBubble, type ProviderCall } from '../../adapter.ts'
import { createTestTools } from '../testing/provider.ts'
import { encryptFile } from './files.ts'
import { appleAdapter } from './index.ts'
import { openFileStore } from './testing/file-store.ts'

const provider = await openTestProvider()
const tools = createTestTools({ apple: provider.url })
const secret = Buffer.from('the secret that Apple and we share')
const binding: AdapterBinding = {
  agentKey: 1,
  bindingKey: 1,
  id: 'chb_1',
  channel: 'vendorMessages',
  provider: 'apple',
  auth: { businessId: 'business-1', mspId: 'msp-1', mspSecret: secret.toString('base64') },
  callbackUrl: 'https://gateway.example.com/v4/providers/chb_1',
}
const person = 'urn:mbid:AQAAY'

type Claims = { audience?: string; ageSeconds?: number; key?: Uint8Array; algorithm?: string }
function token({ audience = 'msp-1', ageSeconds = 0, key = secret, algorithm = 'HS256' }: Claims = {}) {
  const at = new Date(tools.world.now().getTime() - ageSeconds * 1000)
  return new SignJWT().setProtectedHeader({ alg: algorithm }).setAudience(audience).setIssuedAt(at).sign(key)
}

function call(body: object | Buffer, headers: ProviderCall['headers'] = {}): ProviderCall {
  const ids = { id: 'm1', 'source-id': person, 'destination-id': 'business-1' }
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  return { method: 'POST', url: binding.callbackUrl, query: {}, headers: { ...ids, ...headers }, body: bytes }
}

const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"aud":"msp-1"}').toString('base64url')}.`
const long = Buffer.from('the secret that Apple and we share, and then some more to make it long enough')
const believed: [title: string, token: string | undefined, believed: boolean][] = [
  ['with a token of the secret', await token(), true],
  ['with a token of an hour ago', await token({ ageSeconds: 3600 }), true],
  ['with an older token', await token({ ageSeconds: 3700 }), false],
  ['with a token of the future', await token({ ageSeconds: -120 }), false],
  ['with a token of another secret', await token({ key: Buffer.from('another secret of some length, too') }), false],
  ['with a token for another provider', await token({ audience: 'msp-2' }), false],
  ['with a token of another algorithm', await token({ algorithm: 'HS512', key: long }), false],
  ['with an unsigned token', unsigned, false],
  ['without a token', undefined, false],
]
for (const [title, jwt, expected] of believed) {
  test(`a call ${title} is ${expected ? '' : 'not '}authentic`, async () => {
    const authorization = jwt && `Bearer ${jwt}`
    const doubt = await appleAdapter.verify(call({}, { authorization }), binding, tools)
    assert.equal(doubt === undefined, expected)
  })
}

test('a call for another business is refused', async () => {
  const headers = { authorization: `Bearer ${await token()}`, 'destination-id': 'business-2' }
  assert.ok(await appleAdapter.verify(call({}, headers), binding, tools))
})

test('without a provider secret every call is refused', async () => {
  const open = { ...binding, auth: { ...binding.auth, mspSecret: '' } }
  assert.ok(await appleAdapter.verify(call({}, { authorization: `Bearer ${await token()}` }), open, tools))
})

const contentsOf = (body: object) =>
  appleAdapter.parse(call(body), binding).inbounds.map((inbound) => inbound.kind === 'content' && inbound.content)

test('a text, compressed or not, becomes content from an opaque sender', () => {
  const text = { v: 1, id: 'm1', type: 'text', body: 'Hello', locale: 'de_DE' }
  const expected = [
    { kind: 'content', id: 'm1', from: person, content: { type: 'text', text: 'Hello' }, profile: { locale: 'de-DE' } },
  ]
  assert.deepEqual(appleAdapter.parse(call(text), binding).inbounds, expected)
  assert.deepEqual(appleAdapter.parse(call(gzipSync(JSON.stringify(text))), binding).inbounds, expected)
})

const stored = (name: string) => ({
  name,
  mimeType: 'image/png',
  size: '5',
  url: 'https://content.example.com/1',
  owner: 'owner-1',
  key: `00${'ab'.repeat(32)}`,
  'signature-base64': 'gQ==',
})

test('attachments become media, and the first one carries the text', () => {
  const attachments = [stored('a.png'), stored('b.png'), { name: 'broken' }]
  const contents = contentsOf({ type: 'text', body: '\uFFFC\uFFFCLook', attachments })
  assert.deepEqual(
    contents.map((content) => content && content.type === 'media' && [content.name, content.mediaType, content.text]),
    [
      ['a.png', 'image/png', 'Look'],
      ['b.png', 'image/png', undefined],
    ],
  )
})

const items = [
  { identifier: 'amf|m1|1', title: 'Yes' },
  { identifier: 'amf|m1|2', title: 'No' },
]
const slot = { identifier: 'amf|m1|3', startTime: '2026-11-20T15:00+0000', duration: 1800 }
const answers: [title: string, data: object, content: object | undefined][] = [
  ['a quick reply', { 'quick-reply': { selectedIndex: 1, items } }, { type: 'tap', postback: 'amf|m1|2', label: 'No' }],
  [
    'a quick reply by its identifier',
    { 'quick-reply': { selectedIndex: 0, selectedIdentifier: 'amf|m1|2', items } },
    { type: 'tap', postback: 'amf|m1|2', label: 'No' },
  ],
  [
    'a row of a list',
    { listPicker: { sections: [{ items: items.slice(0, 1) }] } },
    { type: 'tap', postback: 'amf|m1|1', label: 'Yes', picked: true },
  ],
  [
    'rows of a list',
    { listPicker: { sections: [{ items }] } },
    { type: 'tap', postback: 'amf|m1|1', label: 'Yes', picked: true, also: ['amf|m1|2'] },
  ],
  ['a time', { event: { timeslots: [slot] } }, { type: 'tap', postback: 'amf|m1|3', picked: true }],
  ['no item', { 'quick-reply': { selectedIndex: 7, items } }, undefined],
  ['no row', { listPicker: { sections: [] } }, undefined],
]
for (const [title, data, content] of answers) {
  test(`${title} is ${content ? 'an answer' : 'left out'}`, () => {
    assert.deepEqual(contentsOf({ type: 'interactive', interactiveData: { data } })[0], content)
  })
}

test('the adapter reports the start of typing, but not its end or the end of the conversation', () => {
  assert.deepEqual(appleAdapter.parse(call({ type: 'typing_start' }), binding).inbounds, [
    { kind: 'typing', from: person },
  ])
  for (const type of ['typing_end', 'close']) assert.deepEqual(contentsOf({ type }), [])
})

test('the adapter ignores any input it does not understand', () => {
  const type = fc.constantFrom('text', 'interactive', 'typing_end', undefined)
  const odd = fc.oneof(
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    fc.uint8Array().map((bytes) => Buffer.from([0x1f, 0x8b, ...bytes])),
    fc.json().map((json) => Buffer.from(json)),
    fc
      .record({ type, attachments: fc.anything(), interactiveData: fc.record({ data: fc.object() }) })
      .map((message) => gzipSync(JSON.stringify(message, (_key, value) => (typeof value === 'bigint' ? 0 : value)))),
  )
  fc.assert(fc.property(odd, (body) => assert.deepEqual(appleAdapter.parse(call(body), binding).inbounds, [])))
})

const outgoing: OutboundBubble = {
  messageId: 'm1',
  bubble: 0,
  channelMessageId: 'm1',
  to: person,
  native: { type: 'text', body: 'Hello', destinationId: 'somebody else' },
  text: 'Hello',
  chips: [],
}

test('an outgoing message has its own ids, addresses and token', async () => {
  provider.calls.length = 0
  const { channelMessageId: id } = await appleAdapter.send(outgoing, binding, tools)
  const { path, headers, body } = provider.calls[0] ?? assert.fail()
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual(
    [path, headers.id, headers['source-id'], headers['destination-id']],
    ['/v1/message', id, 'business-1', person],
  )
  assert.deepEqual(JSON.parse(body), {
    v: 1,
    id,
    sourceId: 'business-1',
    destinationId: person,
    type: 'text',
    body: 'Hello',
  })
  const jwt = headers.authorization?.slice('Bearer '.length) ?? ''
  await jwtVerify(jwt, secret, { algorithms: ['HS256'], currentDate: tools.world.now() })
  assert.deepEqual(decodeJwt(jwt), { iss: 'msp-1', iat: tools.world.now().getTime() / 1000 })
})

test('a message has the same id on every attempt, and its bubbles have different ids', async () => {
  const idOf = async (channelMessageId: string) =>
    (await appleAdapter.send({ ...outgoing, channelMessageId }, binding, tools)).channelMessageId
  assert.equal(await idOf('m1'), await idOf('m1'))
  assert.notEqual(await idOf('m1'), await idOf('m1-1'))
})

test('the adapter shows typing; it cannot show that a message was read', async () => {
  provider.calls.length = 0
  await appleAdapter.signal?.({ signal: 'typing', to: person, id: 's1' }, binding, tools)
  await appleAdapter.signal?.({ signal: 'read', to: person, id: 's2' }, binding, tools)
  assert.deepEqual(
    provider.calls.map(({ body }) => JSON.parse(body).type),
    ['typing_start'],
  )
})

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 1)])

test('the pictures of a list are embedded, and rows with a picture that Apple would refuse have none', async () => {
  const store = await openFileStore()
  store.put('/good.png', png)
  store.put('/not.png', Buffer.from('GIF89a'))
  store.put('/large.png', Buffer.concat([png, Buffer.alloc(200_000)]))
  const names = ['good', 'not', 'large', 'missing']
  const images = names.map((name) => ({ identifier: name, data: { $png: `${store.url}/${name}.png` } }))
  const rows = names.map((name) => ({ identifier: `row-${name}`, imageIdentifier: name }))
  const native = {
    type: 'interactive',
    interactiveData: { data: { images, listPicker: { sections: [{ items: rows }] } } },
  }
  provider.calls.length = 0
  await appleAdapter.send({ ...outgoing, native }, binding, tools)
  const { data } = JSON.parse(provider.calls[0]?.body ?? '').interactiveData
  assert.deepEqual(data.images, [{ identifier: 'good', data: png.toString('base64') }])
  const [good, ...others] = data.listPicker.sections[0].items
  assert.deepEqual(good, { identifier: 'row-good', imageIdentifier: 'good' })
  assert.ok(others.every((row: object) => !('imageIdentifier' in row)))
})

test('a list none of whose pictures can be fetched is sent without pictures', async () => {
  const images = [{ identifier: 'a', data: { $png: 'http://127.0.0.1:2/a.png' } }]
  provider.calls.length = 0
  await appleAdapter.send({ ...outgoing, native: { interactiveData: { data: { images } } } }, binding, tools)
  assert.deepEqual(JSON.parse(provider.calls[0]?.body ?? '').interactiveData, { data: {} })
})

const media = (url: string) => ({
  ...outgoing,
  native: { type: 'text', body: '\uFFFC', attachments: [{ name: 'a.png', mimeType: 'image/png', url }] },
})

test('a file is uploaded to Apple encrypted, and the message contains the decryption key', async () => {
  const store = await openFileStore()
  store.put('/a.png', png)
  const place = {
    'upload-url': `${store.url}/up`,
    'mmcs-url': 'https://content.example.com/1',
    'mmcs-owner': 'owner-1',
  }
  provider.calls.length = 0
  provider.answerNext({ body: place })
  await appleAdapter.send(media(`${store.url}/a.png`), binding, tools)
  const [upload, sent] = provider.calls
  assert.deepEqual([upload?.path, upload?.headers['mmcs-size']], ['/v1/preUpload', `${png.length}`])
  const [attachment] = JSON.parse(sent?.body ?? '').attachments
  const { key, ...rest } = attachment
  assert.deepEqual(rest, {
    name: 'a.png',
    mimeType: 'image/png',
    size: `${png.length}`,
    url: 'https://content.example.com/1',
    owner: 'owner-1',
    'signature-base64': 'checksum',
  })
  const uploaded = store.uploads[0] ?? assert.fail()
  assert.notDeepEqual(uploaded, png)
  assert.match(key, /^00[0-9A-F]{64}$/)
  const decipher = createDecipheriv('aes-256-ctr', Buffer.from(key.slice(2), 'hex'), Buffer.alloc(16))
  assert.deepEqual(decipher.update(uploaded), png)
})

test('a file from a person is requested, downloaded and decrypted', async () => {
  const store = await openFileStore()
  const { bytes, key } = encryptFile(png, Buffer.alloc(32, 7))
  store.put('/down', bytes)
  for (const signature of [{ signature: '8101' }, { 'signature-base64': 'gQE=' }]) {
    const file = { url: 'https://content.example.com/1', owner: 'owner-1', key, mimeType: 'image/png', ...signature }
    const [content] = contentsOf({ type: 'text', body: '\uFFFC', attachments: [file] })
    assert.ok(content && content.type === 'media')
    provider.calls.length = 0
    provider.answerNext({ body: { 'download-url': `${store.url}/down` } })
    const response = (await appleAdapter.openMedia?.(content.reference, binding, tools)) ?? assert.fail()
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), png)
    assert.equal(response.headers.get('content-type'), 'image/png')
    const { path, headers } = provider.calls[0] ?? assert.fail()
    assert.deepEqual(
      [path, headers['mmcs-url'], headers['mmcs-owner'], headers['mmcs-signature']],
      ['/v1/preDownload', 'https://content.example.com/1', 'owner-1', 'gQE='],
    )
  }
})

test('an answer too large for a call is downloaded and decoded by Apple', async () => {
  const store = await openFileStore()
  const { bytes, key } = encryptFile(Buffer.from('only Apple can read this'), Buffer.alloc(32, 7))
  store.put('/down', bytes)
  const ref = { url: 'https://content.example.com/1', owner: 'owner-1', key, 'signature-base64': 'gQE=', bid: 'bid-1' }
  const large = call({ type: 'interactive', interactiveDataRef: ref })
  assert.deepEqual(appleAdapter.parse(large, binding).inbounds, [])
  const images = [{ identifier: 'a', data: 'x'.repeat(400_000) }]
  const interactiveData = { data: { images, listPicker: { sections: [{ items: items.slice(0, 1) }] } } }
  provider.calls.length = 0
  provider.answerNext({ body: { 'download-url': `${store.url}/down` } }, { body: { interactiveData } })
  const { inbounds } = (await appleAdapter.parseAsking?.(large, binding, tools)) ?? assert.fail()
  const content = { type: 'tap', postback: 'amf|m1|1', label: 'Yes', picked: true }
  assert.deepEqual(inbounds, [{ kind: 'content', id: 'm1', from: person, content }])
  const { path, headers, body } = provider.calls[1] ?? assert.fail()
  assert.deepEqual([path, headers.bid, body], ['/v1/decodePayload', 'bid-1', 'only Apple can read this'])
})

test('a large answer that cannot be downloaded now makes Apple call again', async () => {
  const ref = { url: 'u', owner: 'o', key: `00${'ab'.repeat(32)}`, 'signature-base64': 'gQE=', bid: 'bid-1' }
  provider.answerNext({ status: 503 })
  const large = call({ type: 'interactive', interactiveDataRef: ref })
  assert.equal((await failureOf(appleAdapter.parseAsking?.(large, binding, tools))).retry, 'later')
})

test('a small call is read as usual', async () => {
  const small = call({ type: 'text', body: 'Hello' })
  assert.deepEqual(await appleAdapter.parseAsking?.(small, binding, tools), appleAdapter.parse(small, binding))
})

async function failureOf(work: Promise<unknown> | undefined): Promise<DispatchFailedError> {
  const failure = await work?.then(
    () => undefined,
    (error) => error,
  )
  assert.ok(failure instanceof DispatchFailedError, `${failure}`)
  assert.doesNotMatch(failure.message, /mbid|Bearer/)
  return failure
}

const failures: [title: string, answer: StubbedProviderAnswer, reason: string, retry: string][] = [
  ['400', { status: 400 }, 'rejected', 'never'],
  ['401', { status: 401 }, 'credentials', 'never'],
  ['403', { status: 403 }, 'credentials', 'never'],
  ['410, as the person has closed the conversation', { status: 410 }, 'unreachable', 'never'],
  ['429', { status: 429 }, 'rateLimited', 'later'],
  ['500', { status: 500 }, 'providerError', 'unknown'],
  ['a cut connection', { reset: 'beforeAnswer' }, 'timeout', 'unknown'],
]
for (const [title, answer, reason, retry] of failures) {
  test(`a message that ends in ${title} fails with ${reason}`, async () => {
    provider.answerNext(answer)
    const failure = await failureOf(appleAdapter.send(outgoing, binding, tools))
    assert.deepEqual([failure.reason, failure.retry], [reason, retry])
  })
}

const uploads: [title: string, place: StubbedProviderAnswer, up: number][] = [
  ['for which Apple returns no upload URL in time', { reset: 'beforeAnswer' }, 200],
  ['whose upload URL is missing', { body: {} }, 200],
  ['that is not accepted', {}, 503],
]
for (const [title, place, status] of uploads) {
  test(`a file ${title} is retried because the person has not seen anything yet`, async () => {
    const store = await openFileStore(status)
    store.put('/a.png', png)
    const body = { 'upload-url': `${store.url}/up`, 'mmcs-url': 'u', 'mmcs-owner': 'o' }
    provider.calls.length = 0
    provider.answerNext({ body, ...place })
    const failure = await failureOf(appleAdapter.send(media(`${store.url}/a.png`), binding, tools))
    assert.deepEqual([failure.reason, failure.retry], ['providerError', 'later'])
    assert.ok(provider.calls.every(({ path }) => path === '/v1/preUpload'))
  })
}

test('a secret that produces no token is reported as wrong credentials', async () => {
  const open = { ...binding, auth: { ...binding.auth, mspSecret: '' } }
  assert.equal((await failureOf(appleAdapter.send(outgoing, open, tools))).reason, 'credentials')
})

test('the credentials check requests an upload slot for a file', async () => {
  provider.answerNext({ body: {} }, { status: 401 })
  assert.deepEqual(await appleAdapter.check?.(binding, tools), { routingId: 'business-1' })
  assert.equal((await failureOf(appleAdapter.check?.(binding, tools))).reason, 'credentials')
})

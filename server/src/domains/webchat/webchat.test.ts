import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type ContentMessage, render } from '@parley/amf'
import { clientFrameLimits, closeCodes, type ServerFrame } from '@parley/webchat-protocol'
import { stillWorld } from '../../platform/world.ts'
import { gif, png, webp } from '../../testing/gateway-bench.ts'
import { openGuide, runGuide } from '../../testing/guide.ts'
import { createWebchatBench } from '../../testing/webchat-bench.ts'
import { DispatchFailedError } from '../channels/index.ts'
import { deleteOldVisitors } from './index.ts'

const world = stillWorld('2027-03-04T10:00:00Z')
const bench = await createWebchatBench({ world })
const { app } = await bench.start()
const at = '/webchat/bind_chat'

type Reply = { status: number; body: unknown; headers: Record<string, unknown> }

async function call(method: 'GET' | 'POST' | 'OPTIONS', url: string, token?: string, body?: unknown): Promise<Reply> {
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const reply = await app.inject({ method, url, headers, payload })
  const json = /json/.test(String(reply.headers['content-type'])) ? reply.json() : undefined
  return { status: reply.statusCode, body: json, headers: reply.headers }
}

/** A new visitor: how to send and read, and the address that the agent knows. */
async function newVisitor() {
  const { status, body } = await call('POST', `${at}/visitors`)
  assert.equal(status, 201)
  const { visitorToken: token } = body as { visitorToken: string }
  world.advance(1)
  const address = (await bench.visitors()).at(-1)!
  const entries = async (after = 0) => {
    const { body: answer } = await call('GET', `${at}/entries?after=${after}`, token)
    const [frame] = (answer as { frames: [Extract<ServerFrame, { entries: unknown }>] }).frames
    return frame.entries
  }
  return { token, address, entries, speak: (frame: unknown) => call('POST', `${at}/entries`, token, frame) }
}

type SentHeaders = Record<string, string | undefined>
async function inject(method: 'GET' | 'POST' | 'OPTIONS', url: string, headers: SentHeaders) {
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  const { statusCode, headers: received, body } = await app.inject({ method, url, headers: sent })
  return { status: statusCode, headers: received, body }
}

/** Runs with these allowed origins, and then with none again. */
async function withOrigins(allowedOrigins: string[], run: () => Promise<void>): Promise<void> {
  Object.assign(bench.binding, { allowedOrigins })
  await run().finally(() => Object.assign(bench.binding, { allowedOrigins: undefined }))
}

const shop = 'https://shop.example.com'

test('an allowed origin can use every route, and only its pages may read the responses', async () => {
  const visitor = await newVisitor()
  const authorization = `Bearer ${visitor.token}`
  await withOrigins([shop, 'https://*.shop.example'], async () => {
    for (const origin of [shop, 'https://a.shop.example'])
      for (const [method, path] of routes) {
        const { status, headers } = await inject(method, `${at}${path}`, { origin, authorization })
        assert.notEqual(status, 403, `${method} ${path}`)
        assert.deepEqual([headers['access-control-allow-origin'], headers.vary], [origin, 'origin'])
      }
  })
})

const routes = [
  ['GET', ''],
  ['GET', '/entries?after=0'],
  ['POST', '/entries'],
  ['POST', '/visitors'],
  ['POST', '/identify'],
  ['POST', '/sign-out'],
  ['POST', '/files'],
  ['OPTIONS', ''],
  ['OPTIONS', '/entries'],
] as const
const otherOrigins = [
  'null',
  'http://shop.example.com',
  'https://shop.example.com:8443',
  'https://shop.example.com.',
  'https://shop.example.com.evil.net',
  'https://evil-shop.example.com',
  'https://SHOP.example.com',
  'https://shop.example',
  'https://xn--shp-fka.example.com',
]
for (const origin of otherOrigins) {
  test(`the origin ${origin} is refused by every route, and no response can be read by its pages`, async () => {
    const visitor = await newVisitor()
    const before = await bench.visitors()
    await withOrigins([shop, 'https://*.shop.example'], async () => {
      for (const [method, path] of routes) {
        const headers = { origin, authorization: `Bearer ${visitor.token}` }
        const refused = await inject(method, `${at}${path}`, headers)
        assert.equal(refused.status, 403, `${method} ${path}`)
        assert.equal(JSON.parse(refused.body).code, 'agent.webchat.origin_not_allowed')
        assert.equal(refused.headers['access-control-allow-origin'], undefined)
        assert.equal(refused.headers['access-control-allow-methods'], undefined)
      }
    })
    assert.deepEqual(await bench.visitors(), before)
  })
}

test('without an Origin header, only a page of the gateway itself may read, and nobody may write', async () => {
  await withOrigins([shop], async () => {
    const sites = [undefined, 'same-origin', 'none', 'same-site', 'cross-site']
    const read = await Promise.all(sites.map((site) => inject('GET', at, { 'sec-fetch-site': site })))
    assert.deepEqual(
      read.map(({ status }) => status),
      [200, 200, 200, 403, 403],
    )
    assert.equal((await inject('POST', `${at}/visitors`, {})).status, 403)
    assert.equal(
      (await inject('POST', `${at}/visitors`, { host: 'g.example', origin: 'https://g.example' })).status,
      201,
    )
    assert.equal(
      (await inject('POST', `${at}/visitors`, { host: 'g.example', origin: 'https://h.example' })).status,
      403,
    )
  })
})

test('only pages of the allowed origins may frame the hosted page', async () => {
  const policy = async () => String((await app.inject('/chat/bind_chat')).headers['content-security-policy'])
  assert.match(await policy(), /; frame-ancestors 'none';/)
  await withOrigins([shop, 'https://*.shop.example'], async () =>
    assert.match(await policy(), /; frame-ancestors https:\/\/shop\.example\.com https:\/\/\*\.shop\.example;/),
  )
})

const text = (words: string) => ({ kind: 'text', text: [{ text: words }], chips: [] })
const say = (id: string, words = 'Hello') => ({ say: { id: `v-${id}-00000000`, said: { type: 'text', text: words } } })
const receivedFrom = (address: string) => bench.received.filter((each) => 'from' in each && each.from === address)

const fact = (question: string, more: object = {}) => ({ id: question, question, answer: 'See our site.', ...more })
bench.definition.facts = [
  fact('What does a member of staff pay?', { scope: { playbookIds: ['staff'] } }),
  fact('When are you open?'),
  fact('Is this a draft?', { confirmed: false }),
  fact('Is this disabled?', { enabled: false }),
  fact(`Is this ${'very '.repeat(12)}long?`),
  fact('Do you rent boats?'),
]

test('a chat shows the name, the color and the starters of its agent to everyone', async () => {
  const { status, body, headers } = await call('GET', at)
  assert.equal(status, 200)
  const starters = ['When are you open?', 'Do you rent boats?']
  assert.deepEqual(body, { name: 'Harbour', brandColor: '#0a5c46', starters, state: 'open' })
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal((await call('OPTIONS', `${at}/entries`)).status, 204)
})

test('an address without a chat returns 404', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/visitors'],
    ['GET', '/entries'],
  ] as const)
    assert.equal((await call(method, `/webchat/bind_other${path}`)).status, 404)
  const page = await app.inject('/chat/bind_other')
  assert.equal(page.statusCode, 404)
  assert.match(page.body, /This chat does not exist/)
})

test('a message of a visitor is delivered once under the id of the browser, and appears in the chat', async () => {
  const visitor = await newVisitor()
  const first = await visitor.speak(say('one', 'A boat, please'))
  const again = await visitor.speak(say('one', 'A boat, please'))
  assert.deepEqual([first.status, again.body], [200, first.body])
  assert.deepEqual(receivedFrom(visitor.address), [
    {
      kind: 'content',
      id: 'v-one-00000000',
      from: visitor.address,
      at: world.now(),
      content: { type: 'text', text: 'A boat, please' },
    },
  ])
  const entries = await visitor.entries()
  assert.deepEqual(
    entries.map(({ id, from, view }) => ({ id, from, view })),
    [{ id: 'v-one-00000000', from: 'visitor', view: text('A boat, please') }],
  )
})

test('a message that was stored but not delivered is delivered when the browser sends it again', async () => {
  const visitor = await newVisitor()
  bench.beforeReceive.act = () => {
    throw new Error('conversations are away')
  }
  assert.equal((await visitor.speak(say('lost'))).status, 500)
  bench.beforeReceive.act = undefined
  assert.equal((await visitor.speak(say('lost'))).status, 200)
  assert.equal(receivedFrom(visitor.address).length, 1)
  assert.equal((await visitor.entries()).length, 1)
})

test('taps and locations are delivered as such; actions that the browser performs by itself are not shown', async () => {
  const visitor = await newVisitor()
  const tap = { type: 'tap', postback: 'amf|m1|0', label: 'Yes' }
  await visitor.speak({ say: { id: 'v-tap-00000001', said: { ...tap, picked: true, also: ['amf|m1|1'] } } })
  await visitor.speak({ say: { id: 'v-tap-00000002', said: { ...tap, label: 'Site', performed: true } } })
  await visitor.speak({ say: { id: 'v-tap-00000003', said: { type: 'place', latitude: 54.1, longitude: 12.1 } } })
  assert.deepEqual(
    receivedFrom(visitor.address).map((each) => each.kind === 'content' && each.content),
    [
      { ...tap, picked: true, also: ['amf|m1|1'] },
      { ...tap, label: 'Site' },
      { type: 'place', place: { latitude: 54.1, longitude: 12.1 } },
    ],
  )
  assert.deepEqual(
    (await visitor.entries()).map(({ view }) => view),
    [text('Yes'), { kind: 'place', place: { latitude: 54.1, longitude: 12.1 }, chips: [] }],
  )
})

const sampleMessage: ContentMessage = {
  spec: 'amf/1',
  parts: [{ type: 'text', text: 'A **bold** [link](https://example.com/)' }],
  chips: [{ label: 'Yes', kind: 'reply' }],
}

test('a dispatched message appears in the chat once, as what the visitor sees', async () => {
  const visitor = await newVisitor()
  const [message] = render(sampleMessage, { channel: 'webchat', messageId: 'msg_1' }).messages
  await bench.send(visitor.address, 'msg_1', message?.native)
  await bench.send(visitor.address, 'msg_1', message?.native)
  const entries = await visitor.entries()
  assert.equal(entries.length, 1)
  assert.deepEqual(entries[0]?.view, {
    kind: 'text',
    text: [{ text: 'A ' }, { text: 'bold', bold: true }, { text: ' ' }, { text: 'link', href: 'https://example.com/' }],
    chips: [{ label: 'Yes', kind: 'reply', tap: 0, postback: 'amf|msg_1|0' }],
  })
  assert.deepEqual(await visitor.entries(entries[0]?.n), [])
})

test('a payload that the widget cannot show, or an unknown visitor, fails the dispatch', async () => {
  const visitor = await newVisitor()
  const failsWith = (reason: string) => (error: unknown) =>
    error instanceof DispatchFailedError && error.reason === reason
  await assert.rejects(bench.send(visitor.address, 'msg_2', { kind: 'html', html: '<b>' }), failsWith('rejected'))
  await assert.rejects(bench.send('vis_nobody', 'msg_3', text('Hi')), failsWith('invalidRecipient'))
})

test('the browser sends one receipt for each message it has received and each it has shown', async () => {
  const visitor = await newVisitor()
  for (const id of ['msg_a', 'msg_b']) await bench.send(visitor.address, id, text(id))
  const [first, second] = await visitor.entries()
  const before = bench.received.length
  await visitor.speak({ seen: { delivered: second!.n } })
  await visitor.speak({ seen: { delivered: second!.n, read: first!.n } })
  await visitor.speak({ seen: { delivered: second!.n, read: second!.n } })
  await visitor.speak({ seen: { delivered: second!.n, read: second!.n } })
  const receipts = bench.received
    .slice(before)
    .map((each) => each.kind === 'receipt' && [each.channelMessageId, each.state])
  assert.deepEqual(receipts, [
    ['msg_a', 'delivered'],
    ['msg_b', 'delivered'],
    ['msg_a', 'read'],
    ['msg_b', 'read'],
  ])
})

test('a visitor sees nothing of another visitor, and an unknown token returns 401', async () => {
  const [one, other] = [await newVisitor(), await newVisitor()]
  await bench.send(one.address, 'msg_secret', text('For one'))
  assert.deepEqual(await other.entries(), [])
  for (const token of [undefined, 'wct_unknown'])
    for (const method of ['GET', 'POST'] as const)
      assert.equal((await call(method, `${at}/entries`, token, method === 'POST' ? say('x') : undefined)).status, 401)
})

const wrong: [what: string, frame: unknown, id?: string][] = [
  ['no JSON', '{'],
  ['null', 'null'],
  ['too long a text', say('long', 'x'.repeat(4_001)), 'v-long-00000000'],
  ['an empty text', say('none', ''), 'v-none-00000000'],
  ['an id that could be one of ours', { say: { id: 'msg_1', said: { type: 'text', text: 'x' } } }, 'msg_1'],
  ['a field that is not known', { say: { ...say('odd').say, more: 1 } }, 'v-odd-00000000'],
  ['a letter that cannot be kept', say('nul', 'a\0b'), 'v-nul-00000000'],
  ['half a letter', say('half', '\ud800'), 'v-half-00000000'],
]
for (const [what, frame, id] of wrong) {
  test(`${what} is refused`, async () => {
    const visitor = await newVisitor()
    const { status, body } = await visitor.speak(frame)
    assert.equal(status, 422)
    assert.deepEqual(body, { refused: { ...(id && { id }), reason: 'invalid' } })
    assert.deepEqual(receivedFrom(visitor.address), [])
  })
}

test('a frame of more than 64 KB returns 413', async () => {
  const visitor = await newVisitor()
  assert.equal((await visitor.speak(say('big', 'x'.repeat(70_000)))).status, 413)
})

test('a visitor may send twenty messages in ten seconds, independent of other visitors', async () => {
  const [visitor, other] = [await newVisitor(), await newVisitor()]
  for (let count = 0; count < 20; count++) assert.equal((await visitor.speak(say(`n${count}`))).status, 200)
  const more = await visitor.speak(say('more'))
  assert.deepEqual([more.status, more.body], [429, { refused: { id: 'v-more-00000000', reason: 'tooMany' } }])
  assert.equal((await other.speak(say('more'))).status, 200)
  world.advance(10_001)
  assert.equal((await visitor.speak(say('more'))).status, 200)
})

test('a disabled chat shows as closed and accepts neither visitors nor messages', async () => {
  const visitor = await newVisitor()
  bench.binding.status = 'Disabled'
  try {
    assert.equal(((await call('GET', at)).body as { state: string }).state, 'closed')
    const refused = await call('POST', `${at}/visitors`)
    assert.deepEqual([refused.status, refused.body], [409, { refused: { reason: 'closed' } }])
    const { status, body } = await visitor.speak(say('late'))
    assert.deepEqual([status, body], [409, { refused: { id: 'v-late-00000000', reason: 'closed' } }])
    assert.deepEqual(receivedFrom(visitor.address), [])
    assert.deepEqual(await visitor.entries(), [])
  } finally {
    bench.binding.status = 'Active'
  }
})

test('a browser without history gets the newest 200 entries of the chat', async () => {
  const visitor = await newVisitor()
  const rows = Array.from({ length: 230 }, (_, index) => ({
    agent_key: bench.agent.key,
    visitor: visitor.address,
    entry_id: `msg_${index}`,
    direction: 'out',
    // As it was stored before entries had views.
    payload: JSON.stringify({ kind: 'text', text: `*${index}*`, chips: [] }),
    state: 'sent',
    at: world.now(),
  }))
  await bench.database.db.insertInto('webchat_entries').values(rows).execute()
  const [first] = await visitor.entries()
  assert.equal(first?.id, 'msg_30')
  assert.deepEqual(first?.view, { kind: 'text', text: [{ text: '30', italic: true }], chips: [] })
})

test('visitors whose browser has not connected for 180 days are deleted with their chat', async () => {
  const { db } = bench.database
  const [leaving, here] = [await newVisitor(), await newVisitor()]
  await leaving.speak(say('old'))
  world.advance(181 * 86_400_000)
  await here.entries()
  await deleteOldVisitors(db, world.now())
  assert.deepEqual(await bench.visitors(), [here.address])
  assert.deepEqual(
    await db.selectFrom('webchat_entries').select('visitor').where('visitor', '=', leaving.address).execute(),
    [],
  )
  assert.equal((await leaving.speak(say('back'))).status, 401)
})

type Upload = { token?: string; id?: string; name?: string; type?: string; bytes: Buffer | string }

async function upload({ token, id = 'v-file-00000001', name = 'boat.png', type, bytes }: Upload) {
  const reply = await app.inject({
    method: 'POST',
    url: `${at}/files?${new URLSearchParams({ id, name })}`,
    headers: {
      ...(type !== undefined && { 'content-type': type }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: bytes,
  })
  return { status: reply.statusCode, body: reply.json() }
}

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const getMedia = (url: string) => app.inject(new URL(url).pathname)
const mediaOf = async (visitor: Awaited<ReturnType<typeof newVisitor>>) =>
  (await visitor.entries()).map(({ view }) => (view.kind === 'media' ? view.media : assert.fail(view.kind)))

test('a file of a visitor is stored, shown in the chat, and delivered once like one of any other channel', async () => {
  const visitor = await newVisitor()
  const { token, address } = visitor
  const first = await upload({ token, type: 'image/png', bytes: png(4, 3), name: 'My boat.png' })
  const again = await upload({ token, type: 'image/png', bytes: png(4, 3), name: 'My boat.png' })
  assert.deepEqual([first.status, again], [200, first])
  const [media, ...others] = await mediaOf(visitor)
  assert.deepEqual(others, [])
  const { url, ...rest } = media!
  assert.deepEqual(rest, { mediaType: 'image/png', kind: 'image', name: 'My boat.png' })
  assert.deepEqual(
    receivedFrom(address).map((each) => each.kind === 'content' && [each.id, each.content]),
    [
      [
        'v-file-00000001',
        { type: 'media', reference: `upload ${address}`, mediaType: 'image/png', name: 'My boat.png' },
      ],
    ],
  )
  const { rawPayload, headers } = await getMedia(url)
  assert.ok(rawPayload.equals(png(4, 3)))
  assert.deepEqual(
    [headers['content-type'], headers['x-content-type-options'], headers['content-security-policy']],
    ['image/png', 'nosniff', "default-src 'none'; sandbox"],
  )
})

const acceptedFiles: [what: string, type: string | undefined, bytes: Buffer, mediaType: string][] = [
  ['a PDF document', 'application/pdf', pdf, 'application/pdf'],
  ['a picture without a type', undefined, gif(2, 2), 'image/gif'],
  ['a picture of an unknown type', 'application/octet-stream', gif(2, 2), 'image/gif'],
  ['a picture that says that it is another kind of picture', 'image/jpeg', webp(2, 2), 'image/webp'],
  ['a type with parameters in upper case', 'Image/PNG; charset=binary', png(1, 1), 'image/png'],
  ['a picture with a page behind it', 'image/gif', gif(1, 1, '<script>alert(1)</script>'), 'image/gif'],
]
for (const [what, type, bytes, mediaType] of acceptedFiles) {
  test(`${what} is stored as ${mediaType}, and cannot run as a page`, async () => {
    const visitor = await newVisitor()
    assert.equal((await upload({ token: visitor.token, type, bytes })).status, 200)
    const [media] = await mediaOf(visitor)
    assert.equal(media?.mediaType, mediaType)
    const { headers } = await getMedia(media?.url ?? '')
    assert.equal(headers['content-type'], mediaType)
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.match(String(headers['content-disposition']), mediaType === 'application/pdf' ? /^attachment;/ : /^inline;/)
  })
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const refusedFiles: [what: string, type: string, bytes: Buffer | string, detail: RegExp][] = [
  ['an SVG', 'image/svg+xml', svg, /must contain one of image\/png, .* at most 10 MB/],
  ['an SVG that says that it is a PNG', 'image/png', svg, /must contain one of/],
  ['a page', 'text/html', '<!doctype html><script>alert(1)</script>', /must contain one of/],
  ['a page that says that it is a JPEG', 'image/jpeg', '<html></html>', /must contain one of/],
  ['a text', 'text/plain', 'Hello', /must contain one of/],
  ['a program', 'application/pdf', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), /must contain one of/],
  ['an archive', 'application/zip', Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), /must contain one of/],
  ['an empty file', 'image/png', Buffer.alloc(0), /empty/],
  ['a cut signature', 'image/png', png(1, 1).subarray(0, 4), /must contain one of/],
  ['a PDF that says that it is a picture', 'image/png', pdf, /says that it is image\/png, but it contains application/],
  ['a picture that says that it is a PDF', 'application/pdf', png(1, 1), /says that it is application\/pdf/],
  ['a picture that says that it is a page', 'text/html', png(1, 1), /says that it is text\/html/],
]
for (const [what, type, bytes, detail] of refusedFiles) {
  test(`${what} is refused, and nothing of it is stored`, async () => {
    const visitor = await newVisitor()
    const { status, body } = await upload({ token: visitor.token, type, bytes })
    assert.deepEqual([status, body.code], [422, 'agent.webchat.file_refused'])
    assert.match(body.detail, detail)
    assert.deepEqual(await visitor.entries(), [])
    assert.deepEqual(receivedFrom(visitor.address), [])
  })
}

test('a file may have 10 MB, and not one byte more', async () => {
  const visitor = await newVisitor()
  const { fileBytes } = clientFrameLimits
  const largest = png(1, 1, fileBytes - png(1, 1).length)
  assert.equal(largest.length, fileBytes)
  const files = { token: visitor.token, type: 'image/png' }
  assert.equal((await upload({ ...files, bytes: largest })).status, 200)
  const tooLarge = Buffer.concat([largest, Buffer.alloc(1)])
  assert.equal((await upload({ ...files, id: 'v-file-00000002', bytes: tooLarge })).status, 413)
  assert.equal((await visitor.entries()).length, 1)
})

const hostileNames: [given: string, shown: RegExp][] = [
  ['../../etc/passwd', /^passwd$/],
  ['C:\\boot.ini', /^boot\.ini$/],
  ['a\0b\r\nset-cookie: x.png', /^abset-cookie: x\.png$/],
  ['\u202egnp.exe', /^gnp\.exe$/],
  ['<img src=x onerror=alert(1)>.png', /^<img src=x onerror=alert\(1\)>\.png$/],
  ['x'.repeat(3_000), /^x{200}$/],
  ['..', /^untitled$/],
  ['', /^untitled$/],
]
for (const [name, shown] of hostileNames) {
  test(`a file with the name ${JSON.stringify(name.slice(0, 40))} gets a harmless one`, async () => {
    const visitor = await newVisitor()
    assert.equal((await upload({ token: visitor.token, type: 'image/png', bytes: png(1, 1), name })).status, 200)
    const [media] = await mediaOf(visitor)
    assert.match(media?.name ?? '', shown)
    assert.equal((await getMedia(media?.url ?? '')).statusCode, 200)
  })
}

test('a file needs a visitor, an id and an open chat', async () => {
  const { token } = await newVisitor()
  const file = { type: 'image/png', bytes: png(1, 1) }
  for (const wrong of [undefined, 'wct_unknown'])
    assert.equal((await upload({ ...file, token: wrong })).body.code, 'auth.unauthenticated')
  for (const id of ['', 'msg_1', 'v-1', `v-${'x'.repeat(61)}`, 'v-../../x00'])
    assert.equal((await upload({ ...file, token, id })).status, 422, id)
  bench.binding.status = 'Disabled'
  const closed = await upload({ ...file, token }).finally(() => Object.assign(bench.binding, { status: 'Active' }))
  assert.deepEqual([closed.status, closed.body], [409, { refused: { id: 'v-file-00000001', reason: 'closed' } }])
})

test('two visitors who use the same id get each their own file', async () => {
  const [one, other] = [await newVisitor(), await newVisitor()]
  await upload({ token: one.token, type: 'image/png', bytes: png(1, 1) })
  await upload({ token: other.token, type: 'image/png', bytes: png(2, 2) })
  const [[first], [second]] = [await mediaOf(one), await mediaOf(other)]
  assert.notEqual(first?.url, second?.url)
  assert.ok((await getMedia(second?.url ?? '')).rawPayload.equals(png(2, 2)))
})

test('a visitor uploads one file at a time, and twenty in ten minutes', async () => {
  const [{ token }, other] = [await newVisitor(), await newVisitor()]
  const send = (id: number, by = token) =>
    upload({ token: by, id: `v-file-${String(id).padStart(8, '0')}`, type: 'image/png', bytes: png(1, 1) })
  const both = await Promise.all([send(1), send(2)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 429])
  for (let id = 3; id <= 21; id++) assert.equal((await send(id)).status, 200, String(id))
  assert.equal((await send(22)).status, 429)
  assert.equal((await send(23, other.token)).status, 200)
  world.advance(600_001)
  assert.equal((await send(22)).status, 200)
})

test('the script is a single file that parses and has no imports', async () => {
  const reply = await app.inject('/webchat.js')
  assert.equal(reply.statusCode, 200)
  assert.match(String(reply.headers['content-type']), /^text\/javascript/)
  assert.doesNotThrow(() => new Function(reply.body))
  assert.doesNotMatch(reply.body, /^\s*(import|export) /m)
  const { etag } = reply.headers
  assert.equal((await app.inject({ url: '/webchat.js', headers: { 'if-none-match': String(etag) } })).statusCode, 304)
  const gzipped = await app.inject({ url: '/webchat.js', headers: { 'accept-encoding': 'gzip' } })
  assert.equal(gzipped.headers['content-encoding'], 'gzip')
  assert.ok(gzipped.rawPayload.length < 30_000, `${gzipped.rawPayload.length} bytes`)
})

test('the requests in docs/webchat.md work as documented', async () => {
  const guide = openGuide('webchat')
  // Those to the management API are run in its own tests.
  const requests = guide.blocks('sh', 'json').filter(({ text }) => !text.includes('$PARLEY'))
  await runGuide(requests, {
    ids: { bindingId: 'bind_chat' },
    async call({ method, path, body, headers }) {
      const token = headers.authorization?.replace('Bearer ', '')
      const { status, body: answer } = await call(method as 'GET', path.replace(/^W/, at), token, body)
      return { status, body: answer, headers: {}, text: JSON.stringify(answer) }
    },
  })
  const [{ text: snippet } = { text: '' }] = guide.blocks('html')
  const [, script = ''] = /src="\{gateway\}(.*?)"/.exec(snippet) ?? []
  for (const path of [script, '/chat/bind_chat']) assert.equal((await app.inject(path)).statusCode, 200, path)
})

test('docs/webchat.md lists the options of the script, the limits and the close codes', () => {
  const { text: words, section } = openGuide('webchat')
  const options = readFileSync(new URL('../../../../webchat/src/options.ts', import.meta.url), 'utf8')
  for (const [, name] of section('How it looks').matchAll(/^\| `data-(\w+)`/gm))
    assert.match(options, new RegExp(`\\b${name}\\b`))
  assert.ok(words.includes(`${clientFrameLimits.saysPerTenSeconds} messages in ten seconds`))
  assert.ok(words.includes(`${clientFrameLimits.textLetters.toLocaleString('en-US')} characters`))
  for (const code of Object.values(closeCodes)) assert.ok(words.includes(String(code)), String(code))
})

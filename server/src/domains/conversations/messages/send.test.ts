import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem, assertStatus, type ReplyBody } from '../../../testing/client.ts'
import {
  createGatewayBench,
  createTextMessage,
  type GatewayAgent,
  type GatewaySendResult,
  type TestPhone,
} from '../../../testing/gateway-bench.ts'

const bench = await createGatewayBench()
const { world } = bench
const agent = await bench.agent('sms', 'rcs', 'messengerA')
const hour = 3_600_000

/** A person who has just written. */
async function somebody(
  channel: 'sms' | 'rcs' | 'messengerA' = 'sms',
  of = agent,
): Promise<TestPhone & { userId: string }> {
  const phone = of.phone(channel)
  await phone.set({ receipts: 'manual' })
  return { ...phone, userId: await phone.sendText('Hello') }
}
const reasons = (results: GatewaySendResult[]) =>
  results.map(({ accepted, reason }) => (accepted ? 'accepted' : reason))
const post = (body: unknown, headers?: Record<string, string>) => agent.call('POST', '/v4/messages', body, headers)

test('each message has its own result, in order, and the response is 200 if at least one is accepted', async () => {
  const { userId, readTexts } = await somebody()
  const { status, body } = await post({
    userId,
    messages: [createTextMessage('One'), { spec: 'amf/1' }, createTextMessage('Two')],
  })
  assert.equal(status, 200)
  assert.deepEqual(reasons(body.results), ['accepted', 'invalidMessage', 'accepted'])
  assert.deepEqual(Object.keys(body), ['results'])
  assert.deepEqual(Object.keys(body.results[0]), ['messageId', 'accepted'])
  assert.match(body.results[1].detail, /parts/)
  const ids = body.results.map(({ messageId }: GatewaySendResult) => messageId)
  assert.equal(new Set(ids.filter(Boolean)).size, 3)
  await bench.work()
  assert.deepEqual(await readTexts(), ['One', 'Two'])
})

test('the response is 422 with an explanation and the results if no message is accepted', async () => {
  const { userId } = await somebody()
  const reply = await post({
    userId,
    messages: [createTextMessage(''), { spec: 'amf/1', parts: [{ type: 'hologram' }] }],
  })
  assertProblem(reply, 422, 'request.invalid')
  assert.ok(reply.body.message)
  assert.deepEqual(reasons(reply.body.results), ['invalidMessage', 'unsupportedPart'])
})

const valid = { userId: 'usr_x', messages: [createTextMessage('Never')] }
const malformed: [name: string, body: unknown][] = [
  ['no body', undefined],
  ['no JSON', '{'],
  ['a list', []],
  ['no userId', { messages: valid.messages }],
  ['an empty userId', { ...valid, userId: '' }],
  ['a userId that is not a string', { ...valid, userId: 7 }],
  ['no messages', { userId: 'usr_x' }],
  ['an empty list of messages', { ...valid, messages: [] }],
  ['messages that are not a list', { ...valid, messages: createTextMessage('Never') }],
  ['101 messages', { ...valid, messages: Array.from({ length: 101 }, () => createTextMessage('Never')) }],
  ['an unknown field', { ...valid, priorities: 'batch' }],
  ['a userId in one entry and none in another', { messages: [{ userId: 'usr_y', message: 1 }, { message: 1 }] }],
  ['a userId in the body and in an entry', { userId: 'usr_y', messages: [], to: [{ userId: 'usr_y' }] }],
  [
    '501 messages to several people',
    { messages: Array.from({ length: 501 }, () => ({ userId: 'usr_y', message: createTextMessage('Never') })) },
  ],
  ['an unknown priority', { ...valid, priority: 'urgent' }],
  ['a priority of null', { ...valid, priority: null }],
]
for (const [name, body] of malformed) {
  test(`${name} returns 400, and nothing is sent`, async () => {
    const { userId, readTexts } = await somebody()
    const named = typeof body === 'object' && body !== null && 'userId' in body && body.userId === 'usr_x'
    const reply = await post(named ? { ...body, userId } : body)
    assertProblem(reply, 400, name === 'no JSON' ? 'request.malformed' : 'request.invalid')
    assert.equal(reply.body.results, undefined)
    await bench.work()
    assert.deepEqual(await readTexts(), [])
  })
}

test('a hundred messages in one call arrive in their order', async () => {
  const { userId, readTexts } = await somebody()
  const words = Array.from({ length: 100 }, (_, n) => `Number ${n}`)
  const results = await agent.send(userId, ...words.map((word) => createTextMessage(word)))
  assert.ok(results.every(({ accepted }) => accepted))
  await bench.work()
  assert.deepEqual(await readTexts(), words)
})

test('a call to several people has one result for each message, in order, and each person gets theirs in order', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => somebody()))
  const other = await bench.agent('sms')
  const stranger = await somebody('sms', other)
  const careful = { delivery: { channels: ['sms'] } }
  const sends = ['One', 'Two', 'Three'].flatMap((word, n) =>
    people.map(({ userId }, at) => ({ userId, message: createTextMessage(word, (at + n) % 3 === 0 ? careful : {}) })),
  )
  const refused = [
    { userId: stranger.userId, message: createTextMessage('Not yours') },
    { userId: people[0]?.userId, message: { spec: 'amf/1' } },
  ]
  const { status, body } = await post({ messages: [...refused, ...sends] })
  assert.equal(status, 200)
  assert.deepEqual(reasons(body.results), ['unknownRecipient', 'invalidMessage', ...sends.map(() => 'accepted')])
  await bench.work()
  for (const { readTexts } of people) assert.deepEqual(await readTexts(), ['One', 'Two', 'Three'])
  assert.deepEqual(await stranger.readTexts(), [])
})

test('a repeat of a call to several people returns the first ids, and reaches no one twice', async () => {
  const people = await Promise.all([somebody(), somebody()])
  const messages = people.map(({ userId }) => ({ userId, message: createTextMessage('Once', { id: 'notice-1' }) }))
  const [first, repeat] = [await post({ messages }), await post({ messages })]
  assert.equal(first.status, 200)
  assert.deepEqual(repeat.body.results, first.body.results)
  await bench.work()
  for (const { readTexts } of people) assert.deepEqual(await readTexts(), ['Once'])
})

test('a call to several people of whom no one can be reached returns 422 with the results', async () => {
  const messages = ['usr_a', 'usr_b'].map((userId) => ({ userId, message: createTextMessage('Hello') }))
  const reply = await post({ messages })
  assertProblem(reply, 422, 'request.invalid')
  assert.deepEqual(reasons(reply.body.results), ['unknownRecipient', 'unknownRecipient'])
})

test('messages arrive in the order of their calls, on the fast and the slow path', async () => {
  const { userId, readTexts } = await somebody()
  const careful = { delivery: { channels: ['sms'] } }
  const words = Array.from({ length: 12 }, (_, n) => `Call ${n}`)
  for (const [n, word] of words.entries()) await agent.send(userId, createTextMessage(word, n % 3 === 1 ? careful : {}))
  await bench.work()
  assert.deepEqual(await readTexts(), words)
})

test('messages may be AML, accompanied by id and delivery', async () => {
  const { userId, readTexts } = await somebody()
  const [good, withId, bad, odd] = await agent.send(
    userId,
    { aml: 'Shall **we**?\n\n[[chips: Yes | No]]' },
    { aml: 'Once', id: 'aml-1', delivery: { channels: ['sms'] } },
    { aml: 'Now [[chips: A' },
    { aml: 'Hi', chips: [] },
  )
  assert.deepEqual(reasons([good, withId, bad, odd] as GatewaySendResult[]), [
    'accepted',
    'accepted',
    'invalidMessage',
    'invalidMessage',
  ])
  assert.match(bad?.detail ?? '', /^line 1, column 5: /)
  assert.match(odd?.detail ?? '', /chips/)
  await bench.work()
  const [first, ...rest] = await readTexts()
  assert.match(first ?? '', /^Shall we\?\n/)
  assert.deepEqual(rest, ['Once'])
})

test('any message arrives as written or is refused', async () => {
  const { userId, readTexts } = await somebody('rcs')
  const words = [
    'a\u202Egnp.exe',
    '👩‍👩‍👧‍👦 e\u0301',
    '\u200B.',
    "'; drop table messages; --",
    '$1 %s {x} \\n',
    '\uFDFD'.repeat(40),
  ]
  for (const word of words) assert.deepEqual(reasons(await agent.send(userId, createTextMessage(word))), ['accepted'])
  for (const word of ['a\u0000b', '\uD800']) {
    assert.equal((await post({ userId, messages: [createTextMessage('Fine'), createTextMessage(word)] })).status, 400)
  }
  await bench.work()
  assert.deepEqual(await readTexts(), words)
})

test('a signal is forwarded and stores no message', async () => {
  const { userId, read, readTexts } = await somebody()
  const signal = (name: string) => ({ spec: 'amf/1', signal: name })
  assert.deepEqual(reasons(await agent.send(userId, signal('typing'), signal('wave'))), ['accepted', 'invalidMessage'])
  for (let left = 500; left > 0 && !(await read()).typing; left--)
    await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal((await read()).typing, true)
  await bench.work()
  assert.deepEqual(await readTexts(), [])
})

test('a person the agent does not know is unknownRecipient, including people of other agents', async () => {
  const other = await bench.agent('sms')
  const theirs = await somebody('sms', other)
  const named = ['nobody', theirs.userId, theirs.address, '💥', "x' or 1=1"]
  for (const userId of named) {
    assert.deepEqual(reasons(await agent.send(userId, createTextMessage('Hi'))), ['unknownRecipient'])
    assert.deepEqual(reasons(await agent.send(userId, createTextMessage('Hi', { delivery: { channels: ['sms'] } }))), [
      'unknownRecipient',
    ])
  }
  await bench.work()
  assert.deepEqual(await theirs.readTexts(), [])
})

test('a person who said STOP is optedOut on sms and rcs alike, until START', async () => {
  const sms = await somebody('sms')
  const rcs = agent.phone('rcs', sms.address)
  const onRcs = await rcs.sendText('Hello')
  await sms.sendText('STOP')
  await bench.work()
  const before = await sms.readTexts()
  for (const userId of [sms.userId, onRcs])
    assert.deepEqual(reasons(await agent.send(userId, createTextMessage('Psst'))), ['optedOut'])
  const policy = { delivery: { channels: ['rcs', 'sms'], fallbackOn: ['sendFailed'] } }
  assert.deepEqual(reasons(await agent.send(sms.userId, createTextMessage('Psst', policy))), ['optedOut'])
  await bench.work()
  assert.deepEqual(await sms.readTexts(), before)
  await sms.sendText('START')
  assert.deepEqual(reasons(await agent.send(onRcs, createTextMessage('Back'))), ['accepted'])
  await bench.work()
  assert.ok((await rcs.readTexts()).includes('Back'))
})

test('outside the reply window a message is windowClosed; the window ends one day after the person wrote', async () => {
  const { userId, sendText } = await somebody('messengerA')
  world.advance(24 * hour - 1)
  assert.deepEqual(reasons(await agent.send(userId, createTextMessage('In time'))), ['accepted'])
  world.advance(1)
  assert.deepEqual(reasons(await agent.send(userId, createTextMessage('Late'))), ['windowClosed'])
  assert.deepEqual(
    reasons(await agent.send(userId, createTextMessage('Late', { delivery: { outsideWindow: 'reject' } }))),
    ['windowClosed'],
  )
  await sendText('Me again')
  assert.deepEqual(reasons(await agent.send(userId, createTextMessage('Welcome back'))), ['accepted'])
  await bench.work()
})

test('a known person on a windowed channel who never wrote is windowClosed', async () => {
  const { id } = (await agent.api.post('/people', { firstName: 'Quiet' })).body
  const { body } = await agent.api.post(`/people/${id}/identities`, { channel: 'messengerA', address: 'psid-quiet' })
  assert.deepEqual(reasons(await agent.send(body.asid, createTextMessage('Hi'))), ['windowClosed'])
})

test('a channel without a binding is noRoute, a disabled binding is bindingDisabled', async () => {
  const own = await bench.agent('sms')
  const { userId, address } = await somebody('sms', own)
  assert.deepEqual(reasons(await own.send(userId, createTextMessage('Hi', { delivery: { channels: ['rcs'] } }))), [
    'noRoute',
  ])
  assert.deepEqual(
    reasons(await own.send(userId, createTextMessage('Hi', { delivery: { channels: ['messengerA'] } }))),
    ['noRoute'],
  )
  await own.verb('sms', '_disable')
  assert.deepEqual(reasons(await own.send(userId, createTextMessage('Hi'))), ['bindingDisabled'])
  await own.verb('sms', '_enable')
  await bench.work()
  assert.deepEqual(reasons(await own.send(userId, createTextMessage('Hi'))), ['accepted'])
  await bench.work()
  await own.unbind('sms')
  assert.deepEqual(reasons(await own.send(userId, createTextMessage('Gone'))), ['noRoute'])
  await own.bind('sms')
  assert.deepEqual(reasons(await own.send(userId, createTextMessage('Again'))), ['accepted'])
  await bench.work()
  assert.deepEqual(await own.phone('sms', address).readTexts(), ['Hi', 'Again'])
})

test('a picture that cannot be fetched is mediaUnreachable, and the message is not sent', async () => {
  const { userId, readTexts } = await somebody('rcs')
  const picture = { type: 'media', url: 'http://127.0.0.1:9/none.png' }
  const card = { type: 'card', card: { title: 'Boat', mediaUrl: picture.url } }
  for (const part of [picture, card]) {
    assert.deepEqual(reasons(await agent.send(userId, { spec: 'amf/1', parts: [part] })), ['mediaUnreachable'])
  }
  await bench.work()
  assert.deepEqual(await readTexts(), [])
})

test('a card without a picture gets the picture of the identity, in AMF and AML; if that is missing, it is sent without one', async () => {
  const own = await bench.agent('rcs')
  const { userId, read } = await somebody('rcs', own)
  const url = `${bench.server.context.config.gatewayPublicUrl}/media/boat/file.png`
  const identity = async (defaultCardImageUrl: string) =>
    assertStatus(await own.api.put('/identity', { defaultCardImageUrl }), 200)
  await identity(url)
  const other = url.replace('boat', 'yawl')
  const card = { type: 'card', card: { title: 'Sloop' } }
  const carousel = { type: 'carousel', cards: [{ title: 'Dory' }, { title: 'Yawl', mediaUrl: other }] }
  await own.send(userId, { spec: 'amf/1', parts: [card, carousel] }, { aml: '[[card: Ketch\n]]' })
  await identity('http://127.0.0.1:9/none.png')
  assert.deepEqual(reasons(await own.send(userId, { spec: 'amf/1', parts: [card] })), ['accepted'])
  await bench.work()
  const { messages } = await read()
  const natives = messages.flatMap(({ direction, native }: ReplyBody) =>
    direction === 'out' ? [JSON.stringify(native)] : [],
  )
  const shows = (title: string) => natives.filter((native: string) => native.includes(title))
  assert.ok(shows('Sloop')[0].includes(url))
  assert.ok(shows('Dory')[0].includes(`"${url}"`) && shows('Dory')[0].includes(other))
  assert.ok(shows('Ketch')[0].includes(url))
  assert.ok(!shows('Sloop')[1].includes('mediaUrl') && !shows('Sloop')[1].includes('fileUrl'))
})

test('a repeated id returns the first result, and the message is sent once', async () => {
  const { userId, readTexts } = await somebody()
  const [first] = await agent.send(userId, createTextMessage('Once', { id: 'order-1' }))
  const [again] = await agent.send(userId, createTextMessage('Twice', { id: 'order-1' }))
  const [careful] = await agent.send(
    userId,
    createTextMessage('Thrice', { id: 'order-1', delivery: { channels: ['sms'] } }),
  )
  assert.deepEqual([again, careful], [first, first])
  const [one, two] = await agent.send(
    userId,
    createTextMessage('Pair', { id: 'pair' }),
    createTextMessage('Pair', { id: 'pair' }),
  )
  assert.deepEqual(two, one)
  await bench.work()
  assert.deepEqual(await readTexts(), ['Once', 'Pair'])
})

test('concurrent repeats are one message', async () => {
  const { userId, readTexts } = await somebody()
  for (const more of [{}, { delivery: { channels: ['sms'] } }]) {
    const id = `at-once-${Object.keys(more).length}`
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => agent.send(userId, createTextMessage(id, { id, ...more }))),
    )
    assert.equal(new Set(answers.map(([result]) => result?.messageId)).size, 1)
    assert.ok(answers.every(([result]) => result?.accepted))
  }
  await bench.work()
  assert.deepEqual(await readTexts(), ['at-once-0', 'at-once-1'])
})

test('a message id is unique per person and can be used again after 24 hours', async () => {
  const [one, two] = [await somebody(), await somebody()]
  const [first] = await agent.send(one.userId, createTextMessage('First', { id: 'same' }))
  const [other] = await agent.send(two.userId, createTextMessage('Other', { id: 'same' }))
  assert.notEqual(other?.messageId, first?.messageId)
  await bench.work()
  world.advance(24 * hour - 1)
  assert.deepEqual(await agent.send(one.userId, createTextMessage('Repeat', { id: 'same' })), [first])
  world.advance(1)
  const [anew] = await agent.send(one.userId, createTextMessage('Anew', { id: 'same' }))
  assert.notEqual(anew?.messageId, first?.messageId)
  assert.deepEqual(await agent.send(one.userId, createTextMessage('Repeat', { id: 'same' })), [anew])
  await bench.work()
  assert.deepEqual([await one.readTexts(), await two.readTexts()], [['First', 'Anew'], ['Other']])
})

const tokens: [
  name: string,
  given: (of: { own: GatewayAgent; other: GatewayAgent }) => { query?: string; header?: string },
  status: number,
][] = [
  ['no token', () => ({}), 401],
  ['an unknown token', () => ({ header: 'at-unknown' }), 401],
  ['a key of the management API', ({ own }) => ({ header: own.api.client.token }), 401],
  ['the token as a query', ({ own }) => ({ query: own.token }), 200],
  ['a good query and an unknown header', ({ own }) => ({ query: own.token, header: 'at-unknown' }), 200],
  ['an unknown query and a good header', ({ own }) => ({ query: 'at-unknown', header: own.token }), 401],
  ["another agent's token", ({ other }) => ({ header: other.token }), 422],
  [
    "another agent's token as a query, before one's own",
    ({ own, other }) => ({ query: other.token, header: own.token }),
    422,
  ],
]
const stranger = await bench.agent()
for (const [name, given, status] of tokens) {
  test(`${name} returns ${status}`, async () => {
    const { userId, readTexts } = await somebody()
    const { query, header } = given({ own: agent, other: stranger })
    const url = `/v4/messages${query === undefined ? '' : `?access_token=${query}`}`
    const headers = { authorization: header === undefined ? '' : `bearer ${header}` }
    const reply = await agent.call('POST', url, { userId, messages: [createTextMessage('Hi')] }, headers)
    if (status === 401) assertProblem(reply, 401, 'auth.unauthenticated')
    else assert.equal(reply.status, status)
    if (status === 422) assert.deepEqual(reasons(reply.body.results), ['unknownRecipient'])
    await bench.work()
    assert.deepEqual(await readTexts(), status === 200 ? ['Hi'] : [])
  })
}

test('a rotated token is refused from the next call on, whatever is sent', async () => {
  const own = await bench.agent('sms')
  const { userId } = await somebody('sms', own)
  const send = (body: unknown) => own.call('POST', '/v4/messages', body)
  for (const words of ['Once', 'Again'])
    assert.equal((await send({ userId, messages: [createTextMessage(words)] })).status, 200)
  assert.equal((await own.api.post('/gateway/_rotateAccessToken')).status, 200)
  const late = createTextMessage('After')
  for (const body of [
    { userId, messages: [late] },
    { userId, messages: [{ ...late, delivery: { outsideWindow: 'queue' } }] },
    { userId, messages: [{ spec: 'amf/1' }] },
    { userId: 'usr_nobody', messages: [late] },
    { userId },
    '{',
  ]) {
    assertProblem(await send(body), 401, 'auth.unauthenticated')
  }
})

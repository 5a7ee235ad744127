import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aml, type BotOptions, chips, createBot, message } from '../index.ts'
import { createMessageEvent, createSignedRequest, signingSecret } from '../testing/gateway.ts'

const url = 'http://bot.example.com/events'

function botOf(options: Partial<BotOptions>) {
  const bot = createBot({ signingSecret, onError: () => {}, ...options })
  return (request: RequestInit) => bot.fetch(new Request(url, request))
}

const wordsIn = (text: string): string[] => text.match(/(?<="text":")[^"]+/g) ?? []

test('each kind of event reaches its handler with its context', async () => {
  const received: string[] = []
  const ask = botOf({
    onMessage: ({ message: { text }, userId, sessionId, instanceId, context }) =>
      void received.push(`${text} ${userId} ${sessionId} ${instanceId} ${context.channel}`),
    onResult: ({ result }) => void received.push(`result ${result.optionIds}`),
    onAction: ({ action }) => void received.push(`action ${action.kind}`),
    onStatus: ({ status }) => void received.push(`status ${status.state}`),
    onSystem: ({ kind }) => void received.push(`system ${kind}`),
  })
  const result = { intent: 'ask.choice', intentId: 'q', optionIds: ['a'], labels: ['A'], via: 'tap' as const }
  const attempt = { channel: 'rcs', provider: 'lab' } as const
  await ask(createSignedRequest(createMessageEvent('Hello')))
  await ask(createSignedRequest({ type: 'result', result }))
  await ask(createSignedRequest({ type: 'action', action: { kind: 'url', label: 'Menu', messageId: 'm' } }))
  await ask(createSignedRequest({ type: 'status', status: { messageId: 'm', state: 'read', attempt } }))
  await ask(createSignedRequest({ type: 'system', kind: 'optOut' }))
  assert.deepEqual(received, ['Hello usr_1 ses_1 i rcs', 'result a', 'action url', 'status read', 'system optOut'])
})

test('a handler can reply with text, messages and AML, by call or return value, in order', async () => {
  const ask = botOf({
    async onMessage(_, { reply }) {
      reply('One', message('Two', chips('Yes')))
      return [aml`Three`, 'Four']
    },
  })
  const response = await ask(createSignedRequest(createMessageEvent('Hello')))
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.deepEqual(await response.json(), {
    messages: [message('One'), message('Two', chips('Yes')), { aml: 'Three' }, message('Four')],
  })
})

test('an event without a handler is accepted and gets no reply', async () => {
  const ask = botOf({})
  for (const event of [createMessageEvent('Hello'), { type: 'waved' } as object]) {
    const response = await ask(createSignedRequest(event))
    assert.deepEqual([response.status, await response.json()], [200, { messages: [] }])
  }
})

test('a streamed reply is sent while the handler is still running', async () => {
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  const ask = botOf({
    async onMessage(_, { reply, stream, typing }) {
      reply('First')
      typing()
      await seen
      stream('Second')
      return 'Third'
    },
  })
  const response = await ask(createSignedRequest(createMessageEvent('Hello')))
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson')
  const lines: string[] = []
  for await (const chunk of response.body ?? []) {
    lines.push(Buffer.from(chunk).toString())
    if (lines.length === 2) see()
  }
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).message),
    [message('First'), { spec: 'amf/1', signal: 'typing' }, message('Second'), message('Third')],
  )
})

test('a repeated event gets the first answer and does not run the handler again', async () => {
  for (const way of ['reply', 'stream'] as const) {
    let acted = 0
    const ask = botOf({ onMessage: (_, turn) => turn[way](`Answer ${++acted}`) })
    const request = createSignedRequest(createMessageEvent('Hello'))
    const answers = await Promise.all([ask(request), ask(request)])
    const texts = [...answers, await ask(request)].map(async (answer) => wordsIn(await answer.text()).join())
    assert.deepEqual([acted, ...(await Promise.all(texts))], [1, 'Answer 1', 'Answer 1', 'Answer 1'])
    await ask(createSignedRequest(createMessageEvent('Hello')))
    assert.equal(acted, 2, 'another event is another')
  }
})

test('the oldest answers are evicted', async () => {
  let acted = 0
  const ask = botOf({ remember: 2, onMessage: () => void acted++ })
  const [first, second, third] = [
    createSignedRequest(createMessageEvent('1')),
    createSignedRequest(createMessageEvent('2')),
    createSignedRequest(createMessageEvent('3')),
  ]
  for (const request of [first, second, third, second, third, first]) await ask(request)
  assert.equal(acted, 4)
})

test('a handler that throws answers 500 without the error text, and a repeat runs it again', async () => {
  const failures: unknown[] = []
  let attempts = 0
  const ask = botOf({
    onMessage() {
      if (++attempts === 1) throw new Error('something private')
      return 'Better now'
    },
    onError: (error, event) => void failures.push((error as Error).message, event?.eventId),
  })
  const request = createSignedRequest(createMessageEvent('Hello'), { eventId: 'evt_again' })
  const failed = await ask(request)
  assert.equal(failed.status, 500)
  assert.doesNotMatch(await failed.text(), /private/)
  assert.deepEqual(failures, ['something private', 'evt_again'])
  assert.deepEqual(wordsIn(await (await ask(request)).text()), ['Better now'])
})

test('a stream whose handler throws is aborted', async () => {
  const ask = botOf({
    async onMessage(_, { stream }) {
      stream('First')
      throw new Error('in the middle')
    },
  })
  const response = await ask(createSignedRequest(createMessageEvent('Hello')))
  await assert.rejects(response.text(), /The handler failed/)
})

test('a request without a valid gateway signature is refused', async () => {
  let acted = 0
  const ask = botOf({ onMessage: () => void acted++ })
  const good = createSignedRequest(createMessageEvent('Hello'))
  const rows: [request: RequestInit, status: number][] = [
    [createSignedRequest(createMessageEvent('Hello'), { secret: 'another' }), 401],
    [{ ...good, body: `${good.body} ` }, 401],
    [{ method: 'POST', body: good.body }, 401],
    [{ method: 'POST' }, 401],
    [{ method: 'GET' }, 405],
    [{ ...good, body: 'x'.repeat(1_000_001) }, 413],
  ]
  for (const [request, status] of rows) assert.equal((await ask(request)).status, status)
  assert.equal(acted, 0)
  const late = botOf({ now: () => new Date(Date.now() + 301_000) })
  assert.equal(((await (await late(good)).json()) as { reason: string }).reason, 'stale')
})

test('a bot without a secret cannot be created', () => {
  for (const missing of ['', undefined]) assert.throws(() => createBot({ signingSecret: missing as string }), /secret/)
})

test('a refused call, a reply that cannot be sent and a late reply are reported', async () => {
  const failures: [name: string, hasEvent: boolean][] = []
  let late: (() => void) | undefined
  const ask = botOf({
    onError: (error, event) => void failures.push([(error as Error).name, event !== undefined]),
    onMessage({ message: { text } }, { reply }) {
      late = () => reply('Too late')
      const circular: Record<string, unknown> = {}
      circular.self = circular
      if (text === 'circular') reply(circular as never)
    },
  })
  assert.equal((await ask(createSignedRequest(createMessageEvent('circular')))).status, 500)
  assert.equal((await ask(new Request('http://bot.test', { method: 'POST', body: '{}' }))).status, 401)
  assert.deepEqual(failures, [
    ['TypeError', true],
    ['NotVerified', false],
  ])
  await ask(createSignedRequest(createMessageEvent('Hello')))
  assert.throws(() => late?.(), /The turn is over/)
})

test('an onError that fails hides no error', async (t) => {
  const printed = t.mock.method(console, 'error', () => {})
  for (const fail of [
    () => {
      throw new Error('of onError')
    },
    () => Promise.reject(new Error('of onError')),
  ]) {
    printed.mock.resetCalls()
    const ask = botOf({
      onError: fail,
      onMessage() {
        throw new Error('of the handler')
      },
    })
    await ask(createSignedRequest(createMessageEvent('Hello')))
    await Promise.resolve()
    const messages = printed.mock.calls.map(({ arguments: [, error] }) => (error as Error).message)
    assert.deepEqual(messages, ['of the handler', 'of onError'])
  }
})

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ModelProvider } from '../../../platform/model-choice.ts'
import { realWorld } from '../../../platform/world.ts'
import { startModelServer } from '../../../testing/models/model-server.ts'
import { ModelError, type ModelInput } from './model.ts'
import { createProviderModel } from './provider-model.ts'

const server = await startModelServer()
after(() => server.close())
beforeEach(() => {
  server.script = []
  server.requests = []
})

const providers: ModelProvider[] = ['openai', 'anthropic', 'google', 'openai-compatible']

/** A stream that records the text so far. `sendsAfter`: from that text on, a person has read something. */
function createRecorder(sendsAfter = 'never') {
  const seen: string[] = []
  const { promise: received, resolve } = Promise.withResolvers<void>()
  const stream = {
    write: async (text: string) => {
      seen.push(text)
      resolve()
    },
    hasSent: () => seen.some((text) => text.includes(sendsAfter)),
  }
  return { seen, stream, received }
}

const ask = (change: Partial<ModelInput>): ModelInput => ({
  purpose: 'turn',
  sections: [{ name: 'identity', text: 'You are the assistant of Harbour Bikes.', stable: true }],
  messages: [{ role: 'user', text: 'When are you open?' }],
  tools: [{ name: 'scheduling.book', description: 'Books', parameters: { type: 'object', properties: {} } }],
  hints: { kind: 'none' },
  withinMilliseconds: 20_000,
  signal: new AbortController().signal,
  ...change,
})

const failure = async (answer: Promise<unknown>): Promise<ModelError> => {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ModelError, String(error))
  return error
}

for (const provider of providers) {
  const model = createProviderModel(server.choice(provider), realWorld)

  test(`${provider} streams text, and its usage and tool calls come at the end`, async () => {
    const { seen, stream } = createRecorder()
    const calls = [{ id: 'call_1', name: 'scheduling__book', given: { at: 'nine' } }]
    server.script = [{ pieces: ['From ', 'nine.'], calls, usage: { input: 100, output: 7, cacheRead: 60 } }]
    const answer = await model.answer(ask({ stream }))
    assert.deepEqual(seen, ['From ', 'From nine.'])
    assert.equal(answer.text, 'From nine.')
    assert.deepEqual(answer.usage, { inputTokens: 40, outputTokens: 7, cacheReadTokens: 60 })
    assert.deepEqual(
      answer.calls.map(({ name, given }) => [name, given]),
      [['scheduling.book', { at: 'nine' }]],
    )
  })

  test(`${provider}: a connection that breaks before anything was sent is tried again`, async () => {
    const { seen, stream, received } = createRecorder()
    server.script = [{ pieces: ['From ', received, 'break'] }, { pieces: ['From nine.'] }]
    const answer = await model.answer(ask({ stream }))
    assert.deepEqual([answer.text, answer.tries, seen.at(-1)], ['From nine.', 2, 'From nine.'])
  })

  test(`${provider}: after something was sent, a broken connection is an error and no retry`, async () => {
    const { stream, received } = createRecorder('From')
    server.script = [{ pieces: ['From ', received, 'break'] }, { pieces: ['From nine.'] }]
    const error = await failure(model.answer(ask({ stream })))
    assert.deepEqual([error.reason, server.requests.length], ['unreachable', 1])
  })

  test(`${provider}: 401, 429 twice, 500 twice and garbage are errors in our own words`, async () => {
    for (const [script, reason, message] of [
      [[{ status: 401 }], 'refused', /answered 401/],
      [[{ status: 429 }, { status: 429 }], 'refused', /answered 429 .*2 tries|answered 429/],
      [[{ status: 500 }, { status: 500 }], 'unreachable', /answered 500/],
      [[{ status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'data: {"broken\n\n' }], 'any', /./],
      [[{ text: '' }], 'garbage', /empty answer/],
      [[{ text: '', filtered: true }], 'refused', /refused to answer/],
    ] as const) {
      server.script = [...script, { status: 500 }]
      const error = await failure(model.answer(ask({ stream: createRecorder().stream })))
      if (reason !== 'any') assert.equal(error.reason, reason)
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /TypeError|AI_|undefined|key-that-nobody/)
    }
  })

  test(`${provider}: an answer that reaches the output limit is marked as cut`, async () => {
    server.script = [{ pieces: ['We are open. And we'], cut: true }]
    assert.equal((await model.answer(ask({ stream: createRecorder().stream }))).isCut, true)
    server.script = [{ text: 'We are open. And we', cut: true }]
    assert.equal((await model.answer(ask({}))).isCut, true)
  })

  test(`${provider}: a stream that stalls ends at the limit`, async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.script = [{ pieces: ['From ', promise] }]
    const error = await failure(model.answer(ask({ stream: createRecorder().stream, withinMilliseconds: 300 })))
    resolve()
    assert.equal(error.reason, 'timeout')
  })

  test(`${provider}: a stream that trickles without end is over at the limit, and is not tried again`, async () => {
    const pieces = Array.from({ length: 400 }, (_, n) =>
      n % 2 === 0 ? 'word ' : pause(n * 10, undefined, { ref: false }),
    )
    server.script = [{ pieces }, { text: 'A second answer.' }]
    const recorder = createRecorder()
    const error = await failure(model.answer(ask({ stream: recorder.stream, withinMilliseconds: 400 })))
    assert.deepEqual([error.reason, error.tries], ['timeout', 1])
    assert.equal(server.script.length, 1, 'one request')
  })

  test(`${provider}: an error of the receiver is not the model's`, async () => {
    server.script = [{ pieces: ['From nine.'] }]
    const stream = { hasSent: () => false, write: () => Promise.reject(new RangeError('the database is gone')) }
    await assert.rejects(model.answer(ask({ stream })), RangeError)
  })
}

test('without a key, the key of the installation is not sent to the address of a tenant', async () => {
  process.env.OPENAI_API_KEY = 'key-of-the-installation'
  try {
    server.script = [{ text: 'Yes.' }]
    const { key: _, ...choice } = server.choice('openai')
    await createProviderModel(choice, realWorld).answer(ask({}))
    assert.ok(!JSON.stringify(server.requests[0]?.headers).includes('key-of-the-installation'))
  } finally {
    delete process.env.OPENAI_API_KEY
  }
})

import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { realWorld } from '../../../platform/world.ts'
import { type ScriptedResponse, startModelServer } from '../../../testing/models/model-server.ts'
import { ModelError, type ModelInput } from './model.ts'
import { createProviderModel } from './provider-model.ts'

/** `openai` speaks responses, and chat completions where a server has only those. */

const server = await startModelServer()
after(() => server.close())
beforeEach(() => Object.assign(server, { script: [], requests: [], unknown: [] }))

const ask = (change: Partial<ModelInput> = {}): ModelInput => ({
  purpose: 'turn',
  sections: [{ name: 'identity', text: 'You are the assistant of Harbour Bikes.', stable: true }],
  messages: [{ role: 'user', text: 'When are you open?' }],
  hints: { kind: 'none' },
  withinMilliseconds: 20_000,
  signal: new AbortController().signal,
  ...change,
})
const openai = () => createProviderModel(server.choice('openai'), realWorld)
/** The protocols of the requests that the server knew. */
const spoken = () => server.requests.map(({ provider }) => provider)
const script = (...lines: ScriptedResponse[]) => Object.assign(server, { script: lines })
const chatOnly = (...lines: ScriptedResponse[]) => Object.assign(server, { script: lines, unknown: ['openai'] })

test('a server with responses gets responses only', async () => {
  script({ text: 'From nine.' }, { text: 'To five.' })
  const model = openai()
  assert.equal((await model.answer(ask())).text, 'From nine.')
  assert.equal((await model.answer(ask())).text, 'To five.')
  assert.deepEqual(spoken(), ['openai', 'openai'])
})

test('a server with chat completions only gets those: text, usage, tools, objects', async () => {
  const given = { startUtc: '2030-01-31T09:00:00Z' }
  chatOnly(
    { text: 'From nine.', usage: { input: 100, output: 7, cacheRead: 60 } },
    { calls: [{ id: 'call_7', name: 'scheduling__book', given }] },
    { object: { reached: true } },
  )
  const model = openai()
  assert.deepEqual(await model.answer(ask()), {
    text: 'From nine.',
    calls: [],
    usage: { inputTokens: 40, outputTokens: 7, cacheReadTokens: 60 },
    tries: 1,
  })
  const parameters = { type: 'object', properties: { startUtc: { type: 'string' } } }
  const tools = [{ name: 'scheduling.book', description: 'Books a time', parameters }]
  assert.deepEqual((await model.answer(ask({ tools }))).calls, [{ id: 'call_7', name: 'scheduling.book', given }])
  const shape = { type: 'object', properties: { reached: { type: 'boolean' } } }
  assert.deepEqual((await model.answer(ask({ shape }))).object, { reached: true })
  assert.deepEqual(spoken(), Array(3).fill('openai-compatible'))
})

test('a server with chat completions only streams them', async () => {
  chatOnly({ pieces: ['From nine', ' to five.'] })
  const texts: string[] = []
  const stream = { write: async (text: string) => void texts.push(text), hasSent: () => false }
  assert.equal((await openai().answer(ask({ stream }))).text, 'From nine to five.')
  assert.deepEqual(texts, ['From nine', 'From nine to five.'])
})

test('failures of chat completions are retried like any other', async () => {
  chatOnly({ status: 503 }, { text: 'From nine.' })
  const { text, tries } = await openai().answer(ask())
  assert.deepEqual([text, tries], ['From nine.', 2])
})

test('a server with neither is an error that says so', async () => {
  Object.assign(server, { unknown: ['openai', 'openai-compatible'] })
  await assert.rejects(openai().answer(ask()), (error) => {
    assert.ok(error instanceof ModelError)
    assert.match(error.message, /answered 404/)
    return true
  })
})

test('a model that the server does not have is not asked for again with the other protocol', async () => {
  script({ status: 404, body: '{"error":{"code":"model_not_found"}}' }, { text: 'From nine.' })
  await assert.rejects(openai().answer(ask()), ModelError)
  assert.deepEqual(spoken(), ['openai'])
})

test('openai-compatible speaks chat completions only', async () => {
  Object.assign(server, { unknown: ['openai-compatible'] })
  await assert.rejects(createProviderModel(server.choice('openai-compatible'), realWorld).answer(ask()), ModelError)
  assert.deepEqual(spoken(), [])
})

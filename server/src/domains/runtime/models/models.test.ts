import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realWorld, stillWorld } from '../../../platform/world.ts'
import { startModelServer } from '../../../testing/models/model-server.ts'
import type { ModelInput } from './model.ts'
import { createModels } from './models.ts'

const embedded = { provider: 'embedded' } as const
const ask: ModelInput = {
  purpose: 'judge',
  sections: [],
  messages: [{ role: 'user', text: 'Was it good?' }],
  hints: { kind: 'none' },
  withinMilliseconds: 20_000,
  signal: new AbortController().signal,
}

test('the embedded model answers and judges without the network, and does no authoring', () => {
  const { turn, judge, author } = createModels(
    { turn: embedded, judge: embedded, author: embedded },
    stillWorld('2030-01-01'),
  )
  assert.deepEqual([turn.name.provider, judge.name.provider, author], ['embedded', 'embedded', undefined])
})

test('each purpose uses the model configured for it', async (t) => {
  const server = await startModelServer()
  t.after(() => server.close())
  const choices = { turn: embedded, judge: server.choice('google'), author: server.choice('openai') }
  const { turn, judge, author } = createModels(choices, realWorld)
  assert.deepEqual(
    [turn.name.provider, judge.name.provider, author?.()?.name.provider],
    ['embedded', 'google', 'openai'],
  )
  server.script = [{ text: 'Yes.' }, { text: 'No.' }]
  assert.equal((await judge.answer(ask)).text, 'Yes.')
  assert.equal((await author?.()?.answer(ask))?.text, 'No.')
  assert.deepEqual(
    server.requests.map(({ provider }) => provider),
    ['google', 'openai'],
  )
})

test('the author may name another model of its provider, also one with a colon in its name', async (t) => {
  const server = await startModelServer()
  t.after(() => server.close())
  const choice = server.choice('openai-compatible')
  const { author } = createModels({ turn: embedded, judge: embedded, author: choice }, realWorld)
  const name = (named?: string) => author?.(named)?.name.model
  assert.deepEqual(
    [name(), name('qwen3:4b'), name('openai-compatible:qwen3:4b'), name('openai:gpt-4.1'), name('embedded')],
    [choice.model, 'qwen3:4b', 'qwen3:4b', undefined, undefined],
  )
})

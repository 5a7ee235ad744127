import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JSONObject } from '@ai-sdk/provider'
import { generateText, jsonSchema, streamText, tool } from 'ai'
import { confidenceThresholds } from '../../../knowledge/index.ts'
import { createEmbeddedModel } from './embedded-model.ts'
import { EmbeddedLanguageModel } from './language-model.ts'
import { createFactHit, createTurnRequest, harborHints } from './testing/requests.ts'

/** The embedded model is a provider like any other: the SDK's own functions run it. */

const tools = { 'scheduling.offerTimes': tool({ inputSchema: jsonSchema({ type: 'object' }) }) }

function callOf(text: string) {
  const found = [createFactHit('hours', 'When are you open?', 'From nine to five.', text.startsWith('When') ? 1 : 0)]
  const hints = { kind: 'turn', turn: { ...harborHints, found, personText: text } } as unknown as JSONObject
  return {
    model: new EmbeddedLanguageModel(confidenceThresholds),
    prompt: text,
    tools,
    providerOptions: { parley: { hints } },
    maxRetries: 0,
  }
}

test('generateText returns an answer of the embedded model', async () => {
  const { text, finishReason, usage } = await generateText(callOf('When are you open?'))
  assert.equal(text, 'From nine to five.')
  assert.equal(finishReason, 'stop')
  assert.deepEqual([usage.inputTokens, usage.outputTokens], [5, 5])
})

test('generateText returns a tool call of the embedded model', async () => {
  const { toolCalls, finishReason } = await generateText(callOf('Can I book an appointment tomorrow?'))
  assert.equal(finishReason, 'tool-calls')
  assert.deepEqual(
    toolCalls.map(({ toolName, input }) => [toolName, input]),
    [['scheduling.offerTimes', { from: '2026-02-03T05:00:00Z', to: '2026-02-04T05:00:00Z' }]],
  )
})

test('streamText returns the same text and calls', async () => {
  assert.equal(await streamText(callOf('When are you open?')).text, 'From nine to five.')
  const [call] = await streamText(callOf('book')).toolCalls
  assert.equal(call?.toolName, 'scheduling.offerTimes')
})

test('without hints the model says that it does not know', async () => {
  const { text } = await generateText({ ...callOf('When are you open?'), providerOptions: {} })
  assert.match(text, /do not know/)
})

test('the token count is a quarter of the characters of sections, messages and the answer', async () => {
  const ask = {
    ...createTurnRequest('12345678', { hints: { found: [createFactHit('f', 'f', 'abcd')] } }),
    sections: [{ name: 's', text: 'x'.repeat(92) }],
  }
  const { usage, tries } = await createEmbeddedModel().answer(ask)
  assert.deepEqual({ ...usage, tries }, { inputTokens: 25, outputTokens: 1, cacheReadTokens: 0, tries: 1 })
})

test('call ids continue from those of the turn', async () => {
  const answered = [{ name: 'scheduling.book', result: { ok: false } }]
  const picked = { intent: 'ask.time', optionIds: ['2026-02-03T14:00:00Z'], labels: ['Tue'] }
  const { calls } = await createEmbeddedModel().answer(
    createTurnRequest('Tue', { hints: { picked }, answeredTools: answered }),
  )
  assert.deepEqual(
    calls.map(({ id }) => id),
    ['call_2'],
  )
})

test('the thresholds determine which Fact is certain', async () => {
  const found = [createFactHit('hours', 'When are you open?', 'From nine to five.', 0.3)]
  const { text } = await createEmbeddedModel({ certain: 0.3, likely: 0.2 }).answer(
    createTurnRequest('open', { hints: { found } }),
  )
  assert.equal(text, 'From nine to five.')
})

test('an aborted turn is not answered', async () => {
  await assert.rejects(
    createEmbeddedModel().answer({ ...createTurnRequest('hi'), signal: AbortSignal.abort(new Error('gone')) }),
    /gone/,
  )
})

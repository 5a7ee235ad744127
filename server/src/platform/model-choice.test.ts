import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ModelSettings, parseModelChoice, resolveModelChoices } from './model-choice.ts'

const written: [text: string, choice: object][] = [
  ['embedded', { provider: 'embedded' }],
  ['openai:gpt-5', { provider: 'openai', model: 'gpt-5' }],
  [' anthropic:claude-sonnet-4-5 ', { provider: 'anthropic', model: 'claude-sonnet-4-5' }],
  ['google:gemini-2.5-flash', { provider: 'google', model: 'gemini-2.5-flash' }],
  ['openai-compatible:llama3.1:8b', { provider: 'openai-compatible', model: 'llama3.1:8b' }],
  ['openai-compatible:meta/llama-4', { provider: 'openai-compatible', model: 'meta/llama-4' }],
]
for (const [text, choice] of written) {
  test(`a model can be written as ${text}`, () => assert.deepEqual(parseModelChoice(text), choice))
}

for (const text of ['', 'gpt-5', 'openai:', ':gpt-5', 'openai:gpt 5', 'acme:one', 'toString:one', 'embedded:one']) {
  test(`a model cannot be ${JSON.stringify(text)}`, () => {
    const read = parseModelChoice(text)
    assert.ok('wrong' in read)
    assert.match(read.wrong, /^must be openai:<model>, .* or embedded; got "/)
  })
}

const base: ModelSettings = { MODEL: 'openai:gpt-5', OPENAI_API_KEY: 'one', ANTHROPIC_API_KEY: 'two' }
const gpt = { provider: 'openai', model: 'gpt-5', key: 'one' }
const claude = { provider: 'anthropic', model: 'claude', key: 'two' }
const local = { provider: 'openai-compatible', model: 'llama', baseUrl: 'http://127.0.0.1:1234/v1', key: undefined }

test('judging and authoring use the same model by default', () => {
  assert.deepEqual(resolveModelChoices(base), { turn: gpt, judge: gpt, author: gpt })
  assert.deepEqual(resolveModelChoices({ ...base, JUDGE_MODEL: 'anthropic:claude', AUTHORING_MODEL: 'embedded' }), {
    turn: gpt,
    judge: claude,
    author: { provider: 'embedded' },
  })
})

test('MODEL_BASE_URL is the address of one provider only', () => {
  const MODEL_BASE_URL = local.baseUrl
  assert.deepEqual(resolveModelChoices({ ...base, MODEL_BASE_URL, JUDGE_MODEL: 'anthropic:claude' }), {
    turn: { ...gpt, baseUrl: MODEL_BASE_URL },
    judge: claude,
    author: { ...gpt, baseUrl: MODEL_BASE_URL },
  })
  assert.deepEqual(resolveModelChoices({ ...base, MODEL_BASE_URL, JUDGE_MODEL: 'openai-compatible:llama' }), {
    turn: gpt,
    judge: local,
    author: gpt,
  })
})

const lacking: [settings: ModelSettings, wrong: RegExp][] = [
  [{ MODEL: 'openai:gpt-5' }, /^MODEL=openai:gpt-5 needs OPENAI_API_KEY\.$/],
  [{ ...base, JUDGE_MODEL: 'google:gemini' }, /^JUDGE_MODEL=google:gemini needs GOOGLE_GENERATIVE_AI_API_KEY\.$/],
  [{ ...base, AUTHORING_MODEL: 'openai-compatible:x' }, /^AUTHORING_MODEL=openai-compatible:x needs MODEL_BASE_URL/],
  [{ ...base, AUTHORING_MODEL: 'gpt-5' }, /^AUTHORING_MODEL must be openai:<model>.*; got "gpt-5"/],
]
for (const [settings, wrong] of lacking) {
  test(`the start names a missing setting: ${wrong.source}`, () => {
    const choices = resolveModelChoices(settings)
    assert.ok('wrong' in choices)
    assert.match(choices.wrong, wrong)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openToolService } from '../../../testing/actions-bench.ts'
import type { ReplyBody } from '../../../testing/client.ts'
import {
  createRuntimeBench,
  promptTextOf,
  type ScriptedModelLine,
  toolCallAnswer,
} from '../../../testing/runtime-bench.ts'
import { ModelError } from '../models/model.ts'

/** Models that misbehave, and unusual input. The person always gets a reply. */

const bench = await createRuntimeBench()
const { play, inputs } = bench
const everyDay = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, startTime: '08:00', endTime: '20:00' }))
const agent = await bench.agent(
  {
    identity: { contactEmail: 'desk@example.com' },
    playbooks: [{ id: 'general', name: 'General', body: 'Help.', uses: ['scheduling', 'people'], isDefault: true }],
    capabilities: {
      scheduling: { timezone: 'UTC', availableHours: everyDay, representatives: [] },
      knowledge: { facts: [{ id: 'hours', question: 'When are you open?', answer: 'From nine to five.' }] },
    },
  },
  'sms',
  'rcs',
)
const person = agent.createPerson('sms')
const apology = 'I am sorry, I cannot answer that right now. Please try again in a moment.'

async function answered(...lines: ScriptedModelLine[]): Promise<{ reply: string; turn: ReplyBody }> {
  play(...lines)
  const text = (await person.sendText('Tell me something')).join('\n')
  assert.notEqual(text.trim(), '')
  return { reply: text, turn: await person.turn() }
}

test('an empty answer is requested once more, then the person gets an apology', async () => {
  const once = await answered('', 'Here I am.')
  assert.deepEqual([once.reply, inputs().length], ['Here I am.', 2])
  const twice = await answered(' \n ', '')
  assert.deepEqual([twice.reply, inputs().length], [apology, 2])
  assert.deepEqual(twice.turn.warnings, ['The person received the fallback reply'])
})

test('broken markup is rewritten once, and the second time all its text is sent', async () => {
  const once = await answered('Pick:\n[[ask.choice #x | Which?\na = A', 'Which one: A or B?')
  assert.equal(once.reply, 'Which one: A or B?')
  assert.match(promptTextOf(inputs()[1] as never), /The markup of the reply is wrong, line 2: /)
  for (const broken of [
    '[[ask.choice #x | Which?\na = A',
    'Hello [[unknown: thing]] there',
    '[[chips: ]]',
    '[[card:',
    '[[share.contact | ]]',
  ]) {
    const twice = await answered(broken)
    assert.equal(inputs().length, 2, broken)
    assert.ok(twice.turn.warnings.length > 0, broken)
    assert.ok(
      twice.turn.messages.some(({ accepted }: ReplyBody) => accepted),
      broken,
    )
  }
})

test('garbage is sent as plain text, and never breaks a turn', async () => {
  const bytes = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 })
  const marks = fc.string({
    unit: fc.constantFrom('[[', ']]', '|', '#', '\n', '=', '~', 'a', 'chips:', 'card:', '->', '\\', '{', '}'),
  })
  for (const garbage of fc.sample(fc.oneof(bytes, marks), { numRuns: 24, seed: 7 })) {
    play(garbage)
    const texts = await person.sendText('Tell me something')
    assert.ok(texts.join('').trim() !== '', JSON.stringify(garbage))
  }
})

test('an answer of 100 KB is truncated to a readable length', async () => {
  const { turn } = await answered(`Once upon a time ${'and on '.repeat(20_000)}`)
  const text = turn.messages.map(({ text }: ReplyBody) => text).join('')
  assert.ok(text.length > 1_000 && text.length <= 6_000, String(text.length))
  await answered(`[[card: ${'x'.repeat(100_000)}`, 'Fine.')
  assert.ok(promptTextOf(inputs()[1] as never).length < 40_000, 'nor is it shown to the model again')
  const { turn: marked } = await answered('[[chips: a | b]]\n'.repeat(8_000))
  assert.ok(JSON.stringify(marked).length < 100_000)
})

test('an unknown tool and invalid arguments are refused, and the model gets the reason', async () => {
  const { reply, turn } = await answered(
    toolCallAnswer('shell.run', { command: 'rm -rf /' }),
    toolCallAnswer('scheduling.book', { startUtc: 'tomorrow', force: true }),
    toolCallAnswer('people.save', []),
    toolCallAnswer('people.save', undefined),
    toolCallAnswer('', null),
    'I could not.',
  )
  assert.equal(reply, 'I could not.')
  assert.deepEqual(
    turn.toolCalls.map(({ name, called, ok }: ReplyBody) => [name, called, ok]),
    ['shell.run', 'scheduling.book', 'people.save', 'people.save', ''].map((name) => [name, false, false]),
  )
  const results = inputs()[2]?.messages.flatMap((message) => (message.role === 'results' ? message.results : []))
  assert.match(JSON.stringify(results), /There is no tool shell\.run here.*startUtc/)
})

test('a model that calls tools endlessly is stopped after eight requests and twenty calls', async () => {
  const looping = await answered(toolCallAnswer('knowledge.search', { query: 'boats' }))
  assert.deepEqual([looping.reply, inputs().length], [apology, 8])
  assert.ok(looping.turn.warnings.includes('The model kept calling tools'))
  const calls = Array.from({ length: 500 }, () => toolCallAnswer('knowledge.search', { query: 'x' }).calls).flat()
  const { turn } = await answered({ calls }, 'Done.')
  assert.ok(turn.toolCalls.length <= 20)
  const result = await answered(toolCallAnswer('scheduling.offerTimes', {}))
  assert.match(result.reply, /Which of these times suits you\?/, 'what a tool has shown already is shown')
})

test('huge arguments are not stored in the record', async () => {
  const { turn } = await answered(toolCallAnswer('nothing', { text: 'x'.repeat(100_000) }), 'Done.')
  assert.ok(JSON.stringify(turn.toolCalls).length < 10_000)
})

for (const reason of ['timeout', 'unreachable', 'refused', 'garbage'] as const) {
  test(`a model that fails (${reason}) causes an apology, and the record states why`, async () => {
    const failure = new ModelError(
      reason,
      `the model: ${reason}`,
      { inputTokens: 5, outputTokens: 0, cacheReadTokens: 0 },
      3,
    )
    const { reply, turn } = await answered(failure)
    assert.equal(reply, apology)
    assert.ok((inputs()[0]?.withinMilliseconds ?? Number.NaN) <= 30_000, 'nobody waits longer than that')
    assert.deepEqual(turn.warnings, [`The model failed: ${reason}`, 'The person received the fallback reply'])
    const [{ error, tries, inputTokens }] = turn.modelCalls
    assert.deepEqual([error, tries, inputTokens], [`the model: ${reason}`, 3, 5])
    assert.equal((await answered('Back again.')).reply, 'Back again.')
  })
}

test('if a model fails after a tool has acted, the effect remains and is recorded', async () => {
  const { turn } = await answered(
    toolCallAnswer('people.save', { firstName: 'Robin' }),
    new ModelError('timeout', 'too slow'),
  )
  assert.deepEqual([turn.toolCalls[0].ok, (await person.person()).firstName], [true, 'Robin'])
})

test('an external picture is never fetched, in any part; its text is sent', async () => {
  const spy = await openToolService(() => ({ type: 'image/png', body: 'x' }))
  const url = `${spy.url}/leak.png?who=somebody`
  for (const written of [
    `Look:\n\n[[media: ${url} | A boat]]`,
    `[[card: A boat\ndescription = Small\nimage = ${url}\n]]`,
    `[[carousel\n[[card: One\nimage = ${url}\n]]\n[[card: Two\nimage = ${url}\n]]\n]]`,
    `[[showcase #s | Boats\na = A boat ~ Small ~ ${url}\n]]`,
  ]) {
    const { turn } = await answered(written)
    assert.ok(turn.warnings.includes('An external image was omitted'), written)
    assert.ok(!JSON.stringify(turn.messages).includes('leak.png'), written)
  }
  assert.deepEqual(spy.calls, [])
})

test('markers of missing things, templates and pictures send nothing, and the text is still sent', async () => {
  const { reply, turn } = await answered(
    'Here:\n\n[[things: a, b]]\n\n[[collection: c]]\n\n[[template: d]]\n\n[[media: image:e | E]]\n\nThat is all.',
  )
  assert.match(reply, /Here:[\s\S]*That is all\./)
  assert.ok(turn.warnings.length >= 3, JSON.stringify(turn.warnings))
  const nothing = await answered('[[things: a]]')
  assert.equal(nothing.reply, apology)
})

const odd: Record<string, string> = {
  'only emoji': '👍🏽👨‍👩‍👧‍👦🇩🇪',
  'control characters': '\u0001\u0007\u001b[31mred\u0008\u007f',
  'a lone surrogate': 'half a \ud83d face',
  'right to left': 'مرحبا \u202ehello\u202c שלום',
  'zero width': '\u200b\u200d\u2060',
  'a NUL': 'before\u0000after',
  '100 KB': 'word '.repeat(20_000),
  'one word of 100 KB': 'w'.repeat(100_000),
  'markup of ours': '[[template: x]] {person.email} </data> [[ask.time #a | b',
  code: "'; drop table turns; -- <script>alert(1)</script> {{7*7}} #{7*7}",
  'names of the language': '__proto__ constructor toString',
}

let inbounds = 0

/** Inbound as a provider delivers it: Parley's own endpoints may refuse texts that providers accept. */
async function replyTo(text: string): Promise<string[]> {
  const { address: from } = person.phone
  await agent.receive('sms', { kind: 'content', from, id: `odd-${++inbounds}`, content: { type: 'text', text } })
  return person.readNewTexts()
}

for (const [name, text] of Object.entries(odd)) {
  test(`a message with ${name} is answered by the embedded model, by another one, and in a rehearsal`, async () => {
    bench.stopScript()
    assert.ok((await replyTo(text)).join('').trim() !== '', 'the embedded model answers')
    play('Of course.')
    assert.deepEqual(await replyTo(text), ['Of course.'])
    assert.ok(promptTextOf(inputs()[0] as never).length < 60_000)
    assert.doesNotMatch(promptTextOf(inputs()[0] as never), /\\ud[89a-f]/i, 'no half of a character')
    const { id } = (await agent.api.post('/personas', { name: 'Somebody' })).body
    const played = await agent.api.post(`/personas/${id}/turns`, { turn: text })
    assert.ok(played.status === 200 || played.status === 422, played.text)
    if (played.status === 200) assert.ok(played.body.messages.length > 0, played.text)
  })
}

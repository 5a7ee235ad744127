import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '@parley/amf'
import { fc } from '@parley/test-kit'
import { tokenizeText } from '../../../../platform/search-text.ts'
import type { ModelHints, TurnHints } from '../model.ts'
import { createEmbeddedModel } from './embedded-model.ts'
import { abilities, phrases } from './phrases.ts'
import { type AnsweredTool, createTurnRequest, testToolNames } from './testing/requests.ts'

/** Properties that hold for any input, search result, offer, and answer. */

const sayings = [
  'When are you open?',
  'Can I come in on Tuesday at 3?',
  'I want to book an appointment',
  'cancel it',
  'move my appointment',
  'my email is ada@example.com',
  'call me at +15550123456',
  'talk to a human',
  'show me your products',
  'the blue fender',
  'I want to return this',
  'hello',
  'thanks',
  'yes',
  'bye',
  '',
  '🎉',
  '\u0000\u0007\u200b',
  '[[things: rope]]',
  '\ud800',
  'ok '.repeat(200),
]
const text = fc.oneof(
  fc.constantFrom(...sayings),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.lorem({ maxCount: 30 }),
)
const id = fc.stringMatching(/^[a-z0-9_-]{1,12}$/)
const score = fc.double({ min: 0, max: 1, noNaN: true })

const hit = fc.record(
  { kind: fc.constantFrom('fact', 'passage', 'thing'), id, title: text, text, score, exact: fc.boolean() },
  { requiredKeys: ['kind', 'id', 'title', 'text', 'score'] },
) as fc.Arbitrary<TurnHints['found'][number]>
const line = fc.record({
  role: fc.constantFrom('person', 'agent', 'note'),
  text: fc.oneof(
    text,
    fc.constantFrom(phrases.offerTimes, phrases.moveTimes, phrases.whichToCancel, phrases.howToReach, phrases.bookOne),
  ),
}) as fc.Arbitrary<TurnHints['history'][number]>
const playbook = fc.record(
  {
    id,
    name: text,
    whenToUse: text,
    active: fc.boolean(),
    isDefault: fc.boolean(),
    hasFlow: fc.boolean(),
  },
  { requiredKeys: ['id', 'name', 'active', 'isDefault', 'hasFlow'] },
) as fc.Arbitrary<TurnHints['playbooks'][number]>

const hints: fc.Arbitrary<Partial<TurnHints>> = fc.record({
  picked: fc.option(
    fc.record({
      intent: fc.constantFrom('ask.time', 'ask.choice'),
      optionIds: fc.array(fc.oneof(fc.string(), fc.constant('2026-02-03T14:00:00Z')), { maxLength: 2 }),
      labels: fc.array(text, { maxLength: 2 }),
    }),
    { nil: undefined },
  ),
  business: text,
  partner: fc.record({ firstName: text, timezone: fc.constant('UTC') }),
  found: fc.array(hit, { maxLength: 4 }),
  playbooks: fc.array(playbook, { maxLength: 3 }),
  things: fc.array(fc.record({ id, name: text, collections: fc.constant([]) }), { maxLength: 3 }),
  collections: fc.array(fc.record({ id, name: text, purpose: text }), { maxLength: 2 }),
  contact: fc.record({ email: text, phone: text, availability: text }, { requiredKeys: [] }),
  meetings: fc.array(fc.record({ id, startUtc: fc.constantFrom('2026-02-03T14:00:00Z', 'soon'), label: text }), {
    maxLength: 2,
  }),
  history: fc.array(line, { maxLength: 4 }),
  now: fc.constantFrom('2026-02-02T15:00:00Z', 'now'),
  timezone: fc.constantFrom('America/New_York', 'Nowhere'),
})
const answeredTools = fc.array(
  fc.record({
    name: fc.constantFrom(...testToolNames, 'integration:x.call'),
    result: fc.oneof(fc.jsonValue(), fc.constant({ ok: false, why: 'No.' })),
  }),
  { maxLength: 3 },
) as fc.Arbitrary<AnsweredTool[]>
const ask = fc.record({ personText: text, hints, tools: fc.subarray(testToolNames), answeredTools })

test('for any input the model calls only offered tools, produces text or a call, and is deterministic', async () => {
  await fc.assert(
    fc.asyncProperty(ask, async ({ personText, ...options }) => {
      const answer = await createEmbeddedModel().answer(createTurnRequest(personText, options))
      assert.deepEqual(await createEmbeddedModel().answer(createTurnRequest(personText, options)), answer)
      for (const { name } of answer.calls) assert.ok(options.tools.includes(name), name)
      assert.ok(answer.text.trim() !== '' || answer.calls.length > 0)
    }),
    { numRuns: 400 },
  )
})

test('after the answer of a tool the model replies, except that it offers times when a booking failed', async () => {
  await fc.assert(
    fc.asyncProperty(ask, async ({ personText, ...options }) => {
      const last = options.answeredTools.at(-1)?.name
      fc.pre(last !== undefined && last !== 'playbook.enter')
      const { calls } = await createEmbeddedModel().answer(createTurnRequest(personText, options))
      const again = last === 'scheduling.book' || last === 'scheduling.reschedule' ? ['scheduling.offerTimes'] : []
      for (const { name } of calls) assert.ok(again.includes(name), `${name} after ${last}`)
    }),
    { numRuns: 300 },
  )
})

test('no turn takes more than four steps', async () => {
  await fc.assert(
    fc.asyncProperty(ask, fc.boolean(), async ({ personText, hints: given, tools }, ok) => {
      const done: AnsweredTool[] = []
      let steps = 0
      for (let open = true; open; steps++) {
        const { calls } = await createEmbeddedModel().answer(
          createTurnRequest(personText, { hints: given, tools, answeredTools: done }),
        )
        done.push(...calls.map(({ name }) => ({ name, result: { ok } })))
        open = calls.length > 0
        assert.ok(steps < 4, JSON.stringify(done))
      }
    }),
    { numRuns: 200 },
  )
})

const { canDo, ...others } = phrases
const own = new Set(
  [
    canDo(Object.values(abilities)),
    ...Object.values(others).map((one) => (typeof one === 'string' ? one : one(''))),
  ].flatMap(tokenizeText),
)

test('an answer from knowledge contains only words of the results and of the built-in phrases', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(hit, { minLength: 1, maxLength: 4 }),
      fc.lorem({ maxCount: 8 }),
      async (found, personText) => {
        const { text: answer } = await createEmbeddedModel().answer(
          createTurnRequest(personText, { hints: { found, things: [], collections: [], playbooks: [] }, tools: [] }),
        )
        const known = new Set([...own, ...found.flatMap((one) => tokenizeText(one.text))])
        const { message } = compile(answer, { content: {} })
        const words = message.parts.flatMap((part) => (part.type === 'text' ? tokenizeText(part.text) : []))
        for (const word of words) assert.ok(known.has(word), word)
      },
    ),
    { numRuns: 300 },
  )
})

test('text written by others never becomes markup of the reply', async () => {
  const injected = '[[chips: Yes]] [[ask.choice #x | Pick]] [[media: https://example.com/a.png]]'
  const found = [{ kind: 'passage' as const, id: 'p', title: injected, text: injected, score: 1 }]
  for (const options of [
    { found },
    { business: injected },
    { partner: { firstName: injected, timezone: 'UTC' } },
    { contact: { email: injected } },
  ]) {
    for (const personText of ['hello', 'who are you', 'something else']) {
      const { text: answer } = await createEmbeddedModel().answer(createTurnRequest(personText, { hints: options }))
      const { message, problems } = compile(answer)
      assert.deepEqual([problems, message.parts.filter(({ type }) => type !== 'text')], [[], []], answer)
      assert.equal('chips' in message && message.chips?.length, 'chips' in message ? 0 : false)
    }
  }
})

test('a text of 100 KB, or any one character repeated, is answered', async () => {
  for (const unit of ['a', '-', '1', '@', '.', '(', 'i ', 'ok ', 'book ', 'my name is ', '🎉', '\u0000', '?', '[[']) {
    const personText = unit.repeat(100_000 / unit.length)
    const purposes: ModelHints[] = [
      { kind: 'read', read: { personText, question: personText, slot: { name: 'x', type: 'number' } } },
      { kind: 'judge', criterion: personText, lines: [{ role: 'person', text: personText }] },
      { kind: 'summary', lines: [{ role: 'person', text: personText }], notes: [personText] },
    ]
    const { text: answer } = await createEmbeddedModel().answer(createTurnRequest(personText))
    assert.ok(answer.length < 2_000)
    for (const other of purposes) await createEmbeddedModel().answer({ ...createTurnRequest(personText), hints: other })
  }
})

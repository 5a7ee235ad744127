import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from '@parley/amf'
import { type AgentDefinition, createDefinition } from '@parley/definition'
import { fc } from '@parley/test-kit'
import { type CaseDocument, createCaseLinter, readCase } from '@parley/testcase'
import type { TurnRecord } from '../../runtime/index.ts'
import type { AgentLine, PersonLine } from './derive-checks.ts'

import { buildCaseDocument, type Recording } from './document.ts'
import { createPseudonymizer } from './pseudonymize.ts'

type Outreach = AgentDefinition['outreaches'][number]

const start = Date.parse('2030-01-31T09:00:00.000Z')
const at = (second: number) => new Date(start + second * 1_000)
const origin = { kind: 'conversation', conversationId: 'ses_1', userId: 'asid_1' } as const
const stranger = createPseudonymizer({ customFields: {}, addresses: [] })

const does = (n: number, event: PersonLine['event']): PersonLine => ({
  from: 'person',
  eventId: `evt_${n}`,
  event,
  at: at(n),
})
const says = (n: number, text: string) => does(n, { type: 'message', message: { text } })

function answers(
  n: number,
  part: object,
  more: { eventId?: string; chips?: object[] } = { eventId: `evt_${n}` },
): AgentLine {
  const { eventId, chips } = more
  const message = { spec: 'amf/1', parts: [part], ...(chips && { chips }) } as never
  const messageId = `msg_${n}`
  const { messages, affordances } = render(message, { channel: 'rcs', messageId })
  const text = messages.map((one) => one.text).join('\n')
  return { from: 'agent', messageId, message, text, affordances, ...(eventId && { eventId }), at: at(n + 0.5) }
}
const tapOn = (label: string) => ({
  intent: 'chips',
  intentId: 'c',
  optionIds: ['x'],
  labels: [label],
  via: 'tap' as const,
})
const text = (words: string) => ({ type: 'text', text: words })

function made(change: Partial<Recording>, definition: AgentDefinition = createDefinition('Harbour')): CaseDocument {
  const recording = { channel: 'rcs', lines: [], turns: [], pseudonymizer: stranger, origin, ...change }
  const document = buildCaseDocument(recording, definition) ?? assert.fail('nothing was made')
  const read = readCase(document)
  assert.deepEqual([read.document, read.findings], [document, []], 'it is a valid document')
  return document
}
const turn = (n: number, more: object): TurnRecord =>
  ({ id: `trn_${n}`, eventId: `evt_${n}`, toolCalls: [], ...more }) as never

const happenings: [title: string, event: PersonLine['event'], directive: unknown][] = [
  [
    'a picture is replaced by one of nobody',
    {
      type: 'message',
      message: { text: 'Look', media: { url: 'https://gw.example/media/abc/me.png', mediaType: 'image/png' } },
    },
    { media: 'image', url: 'https://example.com/picture.jpg', text: 'Look' },
  ],
  [
    'any other file is said to be sent',
    {
      type: 'message',
      message: { media: { url: 'https://gw.example/media/abc/me.pdf', mediaType: 'application/pdf' } },
    },
    '(sends a file)',
  ],
  [
    'a place is not told',
    { type: 'message', message: { place: { latitude: 52.5, longitude: 13.4 } } },
    '(shares a place)',
  ],
  [
    'an answer that was typed is typed again',
    {
      type: 'result',
      result: { intent: 'chips', intentId: 'c', optionIds: ['b'], labels: ['Blue'], via: 'text', text: 'the blue one' },
    },
    'the blue one',
  ],
  [
    'several options that were picked at once are typed',
    {
      type: 'result',
      result: { intent: 'ask.choice', intentId: 'c', optionIds: ['a', 'b'], labels: ['Red', 'Blue'], via: 'pick' },
    },
    'Red, Blue',
  ],
  [
    'a time whose question is not there any more is found by its label',
    {
      type: 'result',
      result: { intent: 'ask.time', intentId: 'w', optionIds: ['a'], labels: ['9 AM'], via: 'tap', messageId: 'msg_0' },
    },
    { chip: '9 AM', fallback: '9 AM' },
  ],
  ['a switch is thrown', { type: 'system', kind: 'subscribed' }, { system: 'subscribed' }],
]
for (const [title, event, directive] of happenings) {
  test(`an action of a person becomes a directive: ${title}`, () => {
    assert.deepEqual(made({ lines: [does(1, event)] }).turns, [directive])
  })
}

test('a conversation without an action of the person gives no case', () => {
  const shared = does(1, { type: 'action', action: { kind: 'shareLocation', label: 'Here', messageId: 'msg_0' } })
  for (const lines of [[], [answers(1, text('Hi'), {})], [shared]]) {
    const recording = { channel: 'rcs', lines, turns: [], pseudonymizer: stranger, origin }
    assert.equal(buildCaseDocument(recording, createDefinition('Harbour')), undefined)
  }
})

test('a conversation of more than 40 turns is cut after the 40th: the checks apply to its answer, and the notes say so', () => {
  const lines = Array.from({ length: 43 }, (_, n) => [
    says(n, `Line ${n + 1}`),
    answers(n, text('Yes'), { eventId: `evt_${n}`, ...(n === 39 && { chips: [{ label: 'More' }] }) }),
  ])
  const { turns, expect, notes, scenario } = made({ lines: lines.flat(), channel: 'webchat' })
  assert.deepEqual([turns.length, turns.at(-1), scenario?.channel], [40, 'Line 40', 'rcs'])
  assert.equal(expect?.checks?.chipsOnLastMessage, true)
  assert.match(notes ?? '', /webchat.*first 40 of 43 turns/s)
})

test('the document can hold texts of the maximum length and beyond', () => {
  const long = 'ab '.repeat(5_000)
  const chosen = tapOn(long)
  const document = made({
    lines: [says(1, long), does(2, { type: 'result', result: chosen })],
    expectation: long.slice(0, 2_000),
  })
  assert.deepEqual(
    [(document.turns[0] as string).length, document.expect?.judge?.criteria[0]?.text.length],
    [4_000, 1_000],
  )
})

test('a missing answer is still expected; an answer that the agent sent by itself counts', () => {
  const lines = [says(1, 'Hi'), answers(1, text('Hello')), says(2, 'And?')]
  assert.deepEqual(made({ lines }).expect, { checks: { finalReplyNonEmpty: true } })
  const picker = {
    type: 'ask.time',
    intentId: 'w',
    prompt: 'When?',
    slots: [{ id: 'a', start: { iso: '2030-02-01T09:00:00Z', tz: 'UTC' } }],
  }
  const { checks } = made({ lines: [...lines, answers(3, picker, {})] }).expect ?? {}
  assert.deepEqual([checks?.pickerShown, checks?.chipsOnLastMessage], [true, true])
  assert.ok(checks?.partsOnLastTurn?.includes('ask.time'))
})

test('a tap that is only reported needs no answer: the checks apply to the last reply', () => {
  const tap = (n: number) => does(n, { type: 'action', action: { kind: 'url', label: 'Our page', messageId: 'msg_1' } })
  const lines = [says(1, 'Hi'), answers(1, text('Hello'), { eventId: 'evt_1', chips: [{ label: 'More' }] })]
  const { turns, expect } = made({ lines: [...lines, tap(2), tap(3)], turns: [turn(3, { playbookId: 'a' })] })
  assert.deepEqual(turns.at(-1), { action: 'url', label: 'Our page' })
  assert.deepEqual(expect?.checks, {
    finalReplyNonEmpty: true,
    chipsOnLastMessage: true,
    partsOnLastTurn: ['text', 'chips'],
    activePlaybookAtEnd: 'a',
  })
  assert.deepEqual(made({ lines: [tap(1)] }).expect?.checks, {})
  assert.deepEqual(made({ lines: [says(1, 'Hi'), tap(2)] }).expect?.checks, { finalReplyNonEmpty: true })
  const answered = made({ lines: [...lines, tap(2), answers(2, text('Thank you'))] }).expect
  assert.deepEqual(answered?.checks, { finalReplyNonEmpty: true, partsOnLastTurn: ['text'] })
})

test('the checks count the actions of the last turn, but not its lookups', () => {
  const called = (name: string, ok = true) => ({ name, ok, called: true })
  const turns = [
    turn(1, { playbookId: 'a', toolCalls: [called('notify.team'), called('people.save')] }),
    turn(2, {
      playbookId: 'a',
      nextPlaybookId: 'b',
      toolCalls: [
        called('knowledge.search'),
        called('scheduling.book'),
        called('notify.team'),
        called('integration:crm.call'),
        { ...called('people.save'), called: false },
      ],
    }),
  ]
  const { checks } = made({ lines: [says(1, 'Hi'), says(2, 'Book'), answers(2, text('Booked.'))], turns }).expect ?? {}
  assert.deepEqual(checks?.toolsCalled, { 'scheduling.book': 1, 'notify.team': 2, crm: 1 })
  assert.deepEqual([checks?.appointmentCreated, checks?.activePlaybookAtEnd], [true, 'b'])
})

test('a conversation that the agent started begins with an existing Outreach, or with its first message', () => {
  const spring: Outreach = {
    id: 'spring',
    name: 'Spring',
    openerTemplateId: 'o',
    inputs: ['colour'],
    class: 'service',
    enabled: true,
    playbookId: 'p',
  }
  const definition = { ...createDefinition('Harbour'), outreaches: [spring] }
  const lines = [answers(0, text('Hello Zebedee!'), {}), says(1, 'Hi')]
  const started = made({ lines, turns: [turn(1, { outreachId: 'spring' })] }, definition)
  assert.deepEqual(started.scenario?.start, { outreach: { outreachId: 'spring', inputs: { colour: '[colour]' } } })
  assert.deepEqual(
    createCaseLinter(definition)(started).filter(({ severity }) => severity === 'error'),
    [],
  )
  const { inputs: _, ...undeclared } = spring
  const body = 'Hello {person.firstName}, your {person.customFields.boat} in {person.customFields.month|spring}'
  const opener = { id: 'o', name: 'Opener', body } as AgentDefinition['messageTemplates'][number]
  const reading = { ...definition, messageTemplates: [opener], outreaches: [undeclared] }
  const needed = made({ lines, turns: [turn(1, { outreachId: 'spring' })] }, reading)
  assert.deepEqual(needed.scenario?.start, { outreach: { outreachId: 'spring', inputs: { boat: '[boat]' } } })
  const standIn = createPseudonymizer({ firstName: 'Zebedee', customFields: {}, addresses: [] })
  const { scenario } = made({ lines, turns: [turn(1, { outreachId: 'gone' })], pseudonymizer: standIn }, definition)
  assert.deepEqual(scenario?.history, [{ role: 'assistant', content: 'Hello Alex!' }])
})

test('for any text, tap or request the document contains no email address and no number of the person', () => {
  const person = { email: 'zeb@quill.example', phone: '+4930901820', customFields: {}, addresses: ['+14155551234'] }
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(person.email, ' ZEB@Quill.example ', '+49 30 901820', '(415) 555-12 34', '4155551234', ' '),
  )
  const words = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `x ${pieces.join('')}`)
  fc.assert(
    fc.property(words, words, words, words, (reply, label, title, expectation) => {
      const tapped = tapOn(label)
      const lines = [answers(0, text(reply), {}), says(1, reply), does(2, { type: 'result', result: tapped })]
      const recording = {
        channel: 'rcs',
        lines,
        turns: [],
        pseudonymizer: createPseudonymizer(person),
        origin,
        title,
        expectation,
      }
      const written = JSON.stringify(buildCaseDocument(recording, createDefinition('Harbour'))).toLowerCase()
      assert.ok(!written.includes('quill.example'), written)
      assert.ok(!/901820|555\W*12\W*34/.test(written), written)
    }),
    { numRuns: 100 },
  )
})

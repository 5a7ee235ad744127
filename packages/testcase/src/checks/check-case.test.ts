import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OutboundMessage, render } from '@parley/amf'
import { fc } from '@parley/test-kit'
import { Checks, partKinds } from '../expect.ts'
import type { CaseObservation, CheckVerdict, ObservedMessage, ObservedTurn } from '../observed.ts'
import { checkCase } from './check-case.ts'

/** Every check of `expect.checks`. */

const textPart = (text: string) => ({ type: 'text' as const, text })
const message = (parts: object[], chips?: object[]) =>
  ({ spec: 'amf/1', parts, ...(chips && { chips }) }) as OutboundMessage

let count = 0
function observe(sent: OutboundMessage, text: string): ObservedMessage {
  const messageId = `m-${++count}`
  const { affordances } = 'signal' in sent ? { affordances: [] } : render(sent, { channel: 'rcs', messageId })
  return { messageId, message: sent, text, affordances }
}
const says = (text: string, chips?: object[]) => observe(message([textPart(text)], chips), text)
const typing = observe({ spec: 'amf/1', signal: 'typing' }, '')
const picture = observe(message([{ type: 'media', url: 'https://example.com/a.png' }]), '')
const picker = observe(
  message([
    {
      type: 'ask.time',
      intentId: 'when',
      prompt: 'When?',
      slots: [{ id: 'nine', start: { iso: '2030-02-01T09:00:00Z', tz: 'UTC' }, label: 'Friday at nine' }],
    },
  ]),
  'When?',
)

const bare = { toolCalls: [], outcomes: [], warnings: [], modelCalls: 0 }
const opening = (...messages: ObservedMessage[]): ObservedTurn => ({ ...bare, messages })
const turn = (directive: ObservedTurn['directive'], messages: ObservedMessage[], more: Partial<ObservedTurn> = {}) => ({
  ...bare,
  directive,
  turnIndex: 0,
  messages,
  ...more,
})
const seen = (turns: ObservedTurn[], more: Partial<CaseObservation> = {}): CaseObservation => ({
  turns,
  person: { customFields: {} },
  appointments: [],
  ...more,
})
const spoken = (...texts: string[]) =>
  seen([
    turn(
      'Hello',
      texts.map((text) => says(text)),
    ),
  ])
const optOut = { system: 'optOut' } as const

const welcome = spoken('Welcome to the Paint Desk.', 'Which email address\nmay we use?')
const chips = seen([
  turn('Hello', [says('Which paint?', [{ label: 'Red paint' }, { label: 'Blue paint' }])]),
  turn('Hm', [says('Take your time.')]),
])
const person = seen([], {
  person: { firstName: 'Ada', title: '42', tags: ['a', 'b'], email: null, customFields: { size: '44', vip: true } },
})
const reached = seen([], {
  person: { phone: '+14155550123', consent: { status: 'granted', source: 'preset' }, customFields: {} },
})
const tools = seen([
  turn('Book', [], {
    toolCalls: [
      { name: 'scheduling.book', called: true },
      { name: 'people.save', called: false },
    ],
  }),
  turn('Again', [], { toolCalls: [{ name: 'scheduling.book', called: true }] }),
])
const outcome = seen([
  opening(says('Hello')),
  turn('One', []),
  turn(optOut, []),
  turn('Two', [], { outcomes: ['asked', 'done'] }),
])
const booked = (status: string, isNew = true) => seen([], { appointments: [{ status, isNew }] })
const afterOptOut = seen([turn('Hello', [says('Hi')]), turn(optOut, [])])
const afterTap = (...replies: ObservedMessage[]) =>
  seen([turn('Hello', [says('Hi', [{ label: 'More' }])]), turn({ action: 'url', label: 'Our page' }, replies)])

const rows: [title: string, checks: Checks, observed: CaseObservation, verdicts: Record<string, boolean>][] = [
  ['a text in the last agent turn', { finalReplyNonEmpty: true }, welcome, { finalReplyNonEmpty: true }],
  ['none was to be there', { finalReplyNonEmpty: false }, welcome, { finalReplyNonEmpty: false }],
  [
    'a picture does not count as text',
    { finalReplyNonEmpty: true },
    seen([turn('Hi', [picture])]),
    { finalReplyNonEmpty: false },
  ],
  ['nor is typing', { finalReplyNonEmpty: false }, seen([turn('Hi', [typing])]), { finalReplyNonEmpty: true }],
  [
    'an earlier text does not make up for silence',
    { finalReplyNonEmpty: true },
    seen([turn('Hi', [says('Hello')]), turn('Well?', [])]),
    { finalReplyNonEmpty: false },
  ],
  ['silence after an event is not a turn', { finalReplyNonEmpty: true }, afterOptOut, { finalReplyNonEmpty: true }],
  ['nor is silence after a tap', { finalReplyNonEmpty: true }, afterTap(), { finalReplyNonEmpty: true }],
  ['a tap that is answered is one', { finalReplyNonEmpty: true }, afterTap(picture), { finalReplyNonEmpty: false }],
  ['an opening is a turn', { finalReplyNonEmpty: true }, seen([opening(says('Hi'))]), { finalReplyNonEmpty: true }],
  ['no turn at all', { finalReplyNonEmpty: true }, seen([]), { finalReplyNonEmpty: false }],

  ['a picker', { pickerShown: true }, seen([turn('Book', [picker]), turn('Thanks', [])]), { pickerShown: true }],
  ['an unexpected picker', { pickerShown: false }, seen([turn('Book', [picker])]), { pickerShown: false }],
  ['no picker', { pickerShown: true }, welcome, { pickerShown: false }],

  ['an appointment', { appointmentCreated: true }, booked('scheduled'), { appointmentCreated: true }],
  ['one that is cancelled', { appointmentCreated: true }, booked('cancelled'), { appointmentCreated: false }],
  ['one of before', { appointmentCreated: true }, booked('scheduled', false), { appointmentCreated: false }],
  ['none wanted, none made', { appointmentCreated: false }, seen([]), { appointmentCreated: true }],
  ['one left', { activeAppointments: 1 }, booked('completed', false), { activeAppointments: true }],
  ['the cancelled are not active', { activeAppointments: 1 }, booked('cancelled'), { activeAppointments: false }],
  ['exactly so many', { activeAppointments: 0 }, booked('scheduled'), { activeAppointments: false }],

  ['all outcomes in order', { outcomes: ['asked', 'done'] }, outcome, { outcomes: true }],
  ['another order', { outcomes: ['done', 'asked'] }, outcome, { outcomes: false }],
  ['a part of them', { outcomes: ['asked'] }, outcome, { outcomes: false }],
  ['no outcomes', { outcomes: [] }, welcome, { outcomes: true }],

  ['its playbook', { activePlaybookAtEnd: 'a' }, seen([], { activePlaybook: 'a' }), { activePlaybookAtEnd: true }],
  ['another playbook', { activePlaybookAtEnd: 'a' }, seen([], { activePlaybook: 'b' }), { activePlaybookAtEnd: false }],
  ['no playbook', { activePlaybookAtEnd: 'a' }, seen([]), { activePlaybookAtEnd: false }],

  [
    'fields are compared as text, without regard to case',
    { personFields: { firstName: 'ADA', title: 42, size: 44, 'customFields.vip': true, lastName: 'Byron' } },
    person,
    {
      'personFields:firstName': true,
      'personFields:title': true,
      'personFields:size': true,
      'personFields:customFields.vip': true,
      'personFields:lastName': false,
    },
  ],
  [
    'nothing is the empty text, and a list is its entries',
    { personFields: { email: '', tags: 'a, b', toString: 'x', 'customFields.firstName': 'Ada' } },
    person,
    {
      'personFields:email': true,
      'personFields:tags': true,
      'personFields:toString': false,
      'personFields:customFields.firstName': false,
    },
  ],

  [
    'a number is compared as it is dialled, and of consent what they said',
    { personFields: { phone: '(415) 555-0123', consent: 'Granted' } },
    reached,
    { 'personFields:phone': true, 'personFields:consent': true },
  ],
  [
    'another number, another consent',
    { personFields: { phone: '(415) 555-0124', consent: 'denied' } },
    reached,
    { 'personFields:phone': false, 'personFields:consent': false },
  ],

  [
    'chips and times of any turn, by the whole label',
    { chipsOnAnyTurn: ['red  PAINT', 'Red', 'Friday at nine'] },
    seen([...chips.turns, turn('Book', [picker])]),
    {
      'chipsOnAnyTurn:red  PAINT': true,
      'chipsOnAnyTurn:Red': false,
      'chipsOnAnyTurn:Friday at nine': true,
    },
  ],
  ['the last message offers nothing', { chipsOnLastMessage: true }, chips, { chipsOnLastMessage: false }],
  ['times can be tapped', { chipsOnLastMessage: true }, seen([turn('Book', [picker])]), { chipsOnLastMessage: true }],
  [
    'typing is no message',
    { chipsOnLastMessage: true },
    seen([turn('x', [picker, typing])]),
    { chipsOnLastMessage: true },
  ],
  ['no message', { chipsOnLastMessage: false }, seen([]), { chipsOnLastMessage: true }],

  [
    'texts over all messages, without regard to case',
    { textIncludes: ['WELCOME TO', 'address may we', 'unicorn'], textExcludes: ['paint DESK', 'unicorn'] },
    welcome,
    {
      'textIncludes:WELCOME TO': true,
      'textIncludes:address may we': true,
      'textIncludes:unicorn': false,
      'textExcludes:paint DESK': false,
      'textExcludes:unicorn': true,
    },
  ],
  [
    'spaces, quotation marks and dashes of any kind',
    { textIncludes: ["we're open 9-5", '10:00 AM'] },
    spoken('We’re open 9–5, from 10:00\u202fAM'),
    { "textIncludes:we're open 9-5": true, 'textIncludes:10:00 AM': true },
  ],
  [
    'what the person said is not the text of the agent',
    { textIncludes: ['Wolfgang'] },
    seen([turn('I am Wolfgang', [says('Hello')])]),
    { 'textIncludes:Wolfgang': false },
  ],
  [
    'expressions over all text',
    { textMatches: ['WELCOME.*desk', 'address\\s+may', '^unicorn$', '(', 'a/b|which'] },
    welcome,
    {
      'textMatches:WELCOME.*desk': true,
      'textMatches:address\\s+may': true,
      'textMatches:^unicorn$': false,
      'textMatches:(': false,
      'textMatches:a/b|which': true,
    },
  ],
  [
    'an expression that blows up elsewhere',
    { textMatches: ['(a+)+$'] },
    spoken(`${'a'.repeat(30_000)}!`),
    { 'textMatches:(a+)+$': false },
  ],

  [
    'calls are counted, and refused ones are none',
    { toolsCalled: { 'scheduling.book': 2, 'people.save': 0, 'notify.team': 1 } },
    tools,
    { 'toolsCalled:scheduling.book': true, 'toolsCalled:people.save': true, 'toolsCalled:notify.team': false },
  ],
  ['exactly so often', { toolsCalled: { 'scheduling.book': 1 } }, tools, { 'toolsCalled:scheduling.book': false }],
  [
    'what is not to be called',
    { toolsNotCalled: ['scheduling.book', 'people.save', 'scheduling.book'] },
    tools,
    { 'toolsNotCalled:scheduling.book': false, 'toolsNotCalled:people.save': true },
  ],

  ['no warnings', { noWarnings: true }, welcome, { noWarnings: true }],
  ['a warning', { noWarnings: true }, seen([turn('x', [], { warnings: ['Too long'] })]), { noWarnings: false }],
  ['a warning is expected', { noWarnings: false }, welcome, { noWarnings: false }],
  [
    'within the calls',
    { maxModelCallsPerTurn: 2 },
    seen([turn('x', [], { modelCalls: 2 })]),
    { maxModelCallsPerTurn: true },
  ],
  [
    'one turn over the calls',
    { maxModelCallsPerTurn: 2 },
    seen([turn('x', [], { modelCalls: 3 }), turn('y', [], { modelCalls: 1 })]),
    { maxModelCallsPerTurn: false },
  ],
  ['turns of the person alone are counted', { maxTurnsToOutcome: 2 }, outcome, { maxTurnsToOutcome: true }],
  ['too many turns', { maxTurnsToOutcome: 1 }, outcome, { maxTurnsToOutcome: false }],
  ['no outcome in any number of turns', { maxTurnsToOutcome: 9 }, welcome, { maxTurnsToOutcome: false }],

  ['replies in bounds', { replyCount: { min: 1, max: 2 } }, welcome, { replyCount: true }],
  ['too many replies', { replyCount: { max: 1 } }, welcome, { replyCount: false }],
  ['an unanswered turn', { replyCount: { min: 1 } }, seen([turn('x', [typing])]), { replyCount: false }],
  [
    'neither events nor the opening count',
    { replyCount: { min: 1, max: 1 } },
    seen([opening(says('A'), says('B')), ...afterOptOut.turns]),
    { replyCount: true },
  ],
  [
    'an event that was sent, and one that was not',
    { noReplyTo: ['optOut', 'subscribed'] },
    afterOptOut,
    { 'noReplyTo:optOut': true, 'noReplyTo:subscribed': false },
  ],
  [
    'an event that was answered once',
    { noReplyTo: ['optOut'] },
    seen([turn(optOut, []), turn(optOut, [says('Bye')])]),
    { 'noReplyTo:optOut': false },
  ],

  [
    'parts of the last agent turn, over its messages',
    { partsOnLastTurn: ['text', 'media', 'chips', 'card'] },
    seen([turn('x', [picture, says('Look', [{ label: 'More' }])])]),
    {
      'partsOnLastTurn:text': true,
      'partsOnLastTurn:media': true,
      'partsOnLastTurn:chips': true,
      'partsOnLastTurn:card': false,
    },
  ],
  [
    'chips of a card',
    { partsOnLastTurn: ['card', 'chips'] },
    seen([turn('x', [observe(message([{ type: 'card', card: { title: 'A', chips: [{ label: 'B' }] } }]), 'A')])]),
    { 'partsOnLastTurn:card': true, 'partsOnLastTurn:chips': true },
  ],
  [
    'parts of an earlier turn',
    { partsOnLastTurn: ['ask.time'] },
    seen([turn('x', [picker]), turn('y', [])]),
    { 'partsOnLastTurn:ask.time': false },
  ],
]

for (const [title, checks, observed, expected] of rows) {
  test(`${Object.keys(checks).join(', ')}: ${title}`, () => {
    const verdicts = checkCase(checks, observed)
    assert.deepEqual(Object.fromEntries(verdicts.map(({ key, pass }) => [key, pass])), expected)
    verdicts.forEach(assertReadable)
  })
}

test('every check of the vocabulary has a test case above', () => {
  assert.deepEqual(new Set(rows.flatMap(([, checks]) => Object.keys(checks))), new Set(Object.keys(Checks.shape)))
})

test('a detail gives the expected and the actual value', () => {
  const detailOf = (checks: Checks, observed: CaseObservation) => checkCase(checks, observed)[0]?.detail
  const table: [Checks, CaseObservation, string][] = [
    [
      { textIncludes: ['nine to five'] },
      spoken('We are closed.'),
      'The agent never said “nine to five”. It said “We are closed.”.',
    ],
    [
      { toolsCalled: { 'scheduling.book': 1 } },
      tools,
      '“scheduling.book” was called 2 times, not 1. Tools called: “scheduling.book”.',
    ],
    [{ personFields: { firstName: 'Bo' } }, person, '“firstName” is “Ada”; “Bo” was expected.'],
    [{ personFields: { consent: 'denied' } }, reached, '“consent” is “granted”; “denied” was expected.'],
    [{ replyCount: { min: 1, max: 1 } }, welcome, 'In turn 1 the agent sent 2 messages, not 1 message.'],
    [{ maxTurnsToOutcome: 1 }, outcome, '“asked” was reached after 2 turns by the person, not within 1 turn.'],
    [
      { chipsOnAnyTurn: ['Green'] },
      chips,
      '“Green” was never offered as a chip or a time. Offered: “Red paint”, “Blue paint”.',
    ],
  ]
  for (const [checks, observed, detail] of table) assert.equal(detailOf(checks, observed), detail)
})

test('a text too long for regular expressions gives no verdict', () => {
  assert.throws(() => checkCase({ textMatches: ['a', 'b'] }, spoken('x'.repeat(150_000))), /too many to search/)
})

test('a case without checks has no verdicts', () => {
  assert.deepEqual([checkCase(undefined, welcome), checkCase({}, welcome)], [[], []])
})

function assertReadable({ key, detail }: CheckVerdict): void {
  assert.ok(detail.length > 0 && detail.length <= 300 && detail.isWellFormed(), `${key}: ${detail}`)
  assert.match(detail, /^\S.*\.$/s)
}

const anyText = fc.string({ unit: 'binary', maxLength: 400 })
const anyMessage = anyText.map((text) => ({ ...says('x', [{ label: 'Yes' }]), text }))
const anyTurn: fc.Arbitrary<ObservedTurn> = fc.record({
  directive: fc.option(fc.oneof(anyText, fc.constant(optOut)), { nil: undefined }),
  turnIndex: fc.option(fc.nat(), { nil: undefined }),
  messages: fc.array(fc.oneof(anyMessage, fc.constant(picker), fc.constant(typing)), { maxLength: 3 }),
  toolCalls: fc.array(fc.record({ name: anyText, called: fc.boolean() }), { maxLength: 2 }),
  outcomes: fc.array(anyText, { maxLength: 2 }),
  warnings: fc.array(anyText, { maxLength: 2 }),
  modelCalls: fc.nat(),
})
const items = fc.array(anyText, { minLength: 1, maxLength: 4 })
const anyChecks: fc.Arbitrary<Checks> = fc.record(
  {
    finalReplyNonEmpty: fc.boolean(),
    outcomes: items,
    personFields: fc.dictionary(anyText, anyText, { maxKeys: 3 }),
    chipsOnAnyTurn: items,
    chipsOnLastMessage: fc.boolean(),
    textIncludes: items,
    textExcludes: items,
    textMatches: items,
    toolsCalled: fc.dictionary(anyText, fc.nat(), { maxKeys: 3 }),
    toolsNotCalled: items,
    activePlaybookAtEnd: anyText,
    maxTurnsToOutcome: fc.nat(),
    replyCount: fc.record({ min: fc.nat(3), max: fc.nat(3) }, { requiredKeys: [] }),
    noReplyTo: fc.constant(['optOut' as const]),
    noWarnings: fc.boolean(),
    partsOnLastTurn: fc.uniqueArray(fc.constantFrom(...partKinds)),
  },
  { requiredKeys: [] },
)

test('for any transcript each key appears once, and each detail is short and well formed', () => {
  fc.assert(
    fc.property(anyChecks, fc.array(anyTurn, { maxLength: 4 }), (checks, turns) => {
      const verdicts = checkCase(checks, seen(turns))
      const keys = verdicts.map(({ key }) => key)
      assert.equal(new Set(keys).size, keys.length)
      verdicts.forEach(assertReadable)
    }),
    { numRuns: 200 },
  )
})

test('includes and excludes never agree on a text, and yes never equals no', () => {
  fc.assert(
    fc.property(fc.array(anyTurn, { maxLength: 3 }), anyText, fc.boolean(), (turns, item, wanted) => {
      const [includes, excludes] = checkCase({ textIncludes: [item], textExcludes: [item] }, seen(turns))
      assert.notEqual(includes?.pass, excludes?.pass)
      for (const name of ['finalReplyNonEmpty', 'pickerShown', 'chipsOnLastMessage', 'noWarnings'] as const) {
        const [one, other] = [wanted, !wanted].map((value) => checkCase({ [name]: value }, seen(turns))[0]?.pass)
        assert.notEqual(one, other, name)
      }
    }),
    { numRuns: 200 },
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ContentMessage, compile, parseMarkdown } from '@parley/amf'
import { fc } from '@parley/test-kit'
import { type FilledTemplate, fillTemplate } from './fill.ts'
import type { MissingSlotPolicy } from './message-template.ts'
import { findSlots } from './slots.ts'

const known: Record<string, string> = {
  'person.firstName': 'Ada',
  'person.customFields.car': 'Roadster',
  'agent.websiteUrl': 'https://example.com/?a=b&c=d',
  'person.blank': ' \t\u00a0',
}
const fill = (body: string, values = known) => fillTemplate({ body }, (path) => values[path])

// X is a slot without a value or a fallback, § is one with a value.
const shorthand = (text: string) => text.replaceAll('X', '{person.x}').replaceAll('§', '{person.firstName}')

const outcomes: [title: string, body: string, policy: MissingSlotPolicy | undefined, filled: FilledTemplate][] = [
  [
    'with every value is the text',
    'Hi {person.firstName}, your {person.customFields.car}: \\{x}',
    undefined,
    { renderedText: 'Hi Ada, your Roadster: {x}', missingSlots: [], blocked: false },
  ],
  [
    'with a default says the default',
    'Hi {person.x|there}!',
    'block-send',
    { renderedText: 'Hi there!', missingSlots: [{ path: 'person.x', action: 'default' }], blocked: false },
  ],
  [
    'without a policy omits the sentence',
    'Hi {person.x}! Bye.',
    undefined,
    { renderedText: 'Bye.', missingSlots: [{ path: 'person.x', action: 'omit-sentence' }], blocked: false },
  ],
  [
    'that omits the message is an empty string',
    'Hi {person.x}! Bye.',
    'omit-message',
    { renderedText: '', missingSlots: [{ path: 'person.x', action: 'omit-message' }], blocked: false },
  ],
  [
    'that blocks the send is null',
    'Hi {person.x}! Bye.',
    'block-send',
    { renderedText: null, missingSlots: [{ path: 'person.x', action: 'block-send' }], blocked: true },
  ],
  [
    'takes white space for no value',
    'Hi {person.blank|omit-message}',
    undefined,
    { renderedText: '', missingSlots: [{ path: 'person.blank', action: 'omit-message' }], blocked: false },
  ],
  [
    'tells each path and action once, and the strongest policy wins',
    '{person.x} {person.y|omit-message} {person.x} {person.x|a} {person.z|block-send} {person.x|b}',
    undefined,
    {
      renderedText: null,
      missingSlots: [
        { path: 'person.x', action: 'omit-sentence' },
        { path: 'person.y', action: 'omit-message' },
        { path: 'person.x', action: 'default' },
        { path: 'person.z', action: 'block-send' },
      ],
      blocked: true,
    },
  ],
  [
    'goes by the policy of the slot, not of the template',
    'Hi {person.x|omit-sentence}! Bye.',
    'block-send',
    { renderedText: 'Bye.', missingSlots: [{ path: 'person.x', action: 'omit-sentence' }], blocked: false },
  ],
]
for (const [title, body, defaultOnMissingSlot, filled] of outcomes) {
  test(`a template ${title}`, () => {
    assert.deepEqual(
      fillTemplate({ body, defaultOnMissingSlot }, (path) => known[path]),
      filled,
    )
  })
}

const omissions: [body: string, text: string][] = [
  // Sentences
  ['Hi X', ''],
  ['Hi X!', ''],
  ['  Hi X. \n', ''],
  ['One. Two X. Three.', 'One. Three.'],
  ['One. Two X.', 'One.'],
  ['Hi X. Two. Three X.', 'Two.'],
  ['One.  Two X.  Three.', 'One.  Three.'],
  ['What?! Really, X?! Yes.', 'What?! Yes.'],
  ['Hi X! welcome.', 'welcome.'],
  ['Wait... X is here. Bye.', 'Wait... Bye.'],
  ['Well... you know X. Bye.', 'Bye.'],
  ['Well… you know X. Bye.', 'Bye.'],
  ['Hi X! 👋', ''],
  ['Hi X! 🎉🎉 Bye.', '🎉🎉 Bye.'],
  ['Bye. Hi X :)', 'Bye.'],
  ['你好，X！再见。', '再见。'],
  ['你好。X先生，你好！再见。', '你好。再见。'],
  ['नमस्ते X। धन्यवाद।', 'धन्यवाद।'],
  // Periods that do not end a sentence
  ['Ask Dr. X or Mr. Jones now. Bye.', 'Bye.'],
  ['See Dr. Smith about X. Bye.', 'Bye.'],
  ['Tools, e.g. X, help. Bye.', 'Bye.'],
  ['Pay 3.50 for X. Bye.', 'Bye.'],
  ['Come at 9 a.m. with X. Bye.', 'Bye.'],
  ['Open from 9 a.m. See X. Bye.', 'Open from 9 a.m. Bye.'],
  ['Write to X at a.b@example.com or https://example.com/a.html?x=1! Bye.', 'Bye.'],
  ['Order No. 12 of X. Bye.', 'Bye.'],
  ['No. X said so. Bye.', 'Bye.'],
  ['J. R. Smith met X. Bye.', 'Bye.'],
  ['So do I. Hi X. Bye.', 'So do I. Bye.'],
  ['Am 3. Mai kommt X. Bis bald.', 'Bis bald.'],
  ['Seats, z. B. for X, are left. Bye.', 'Bye.'],
  // Quotes, brackets, emphasis
  ['“Hi X.” Bye.', 'Bye.'],
  ['"Hi X!" she said. Bye.', 'Bye.'],
  ['(Hi X.) Bye.', 'Bye.'],
  ['One (see X. Or not.) here. Bye.', 'Bye.'],
  ['**Hi X. Welcome.** Bye.', 'Bye.'],
  ['*Hi X!* Bye.', 'Bye.'],
  ['„Hallo X. Na?“ Ja.', 'Ja.'],
  ['See [our page. And X](https://example.com). Bye.', 'Bye.'],
  ['A smile :( for you. Hi X. Bye.', 'A smile :( for you. Bye.'],
  // Lines and paragraphs
  ['Hi X,\nthanks.', 'thanks.'],
  ['One\nTwo X\nThree', 'One\nThree'],
  ['One\nTwo X', 'One'],
  ['One\r\nTwo X\r\nThree', 'One\r\nThree'],
  ['Hi X.\n\nTwo.\n\nThree.', 'Two.\n\nThree.'],
  ['One.\n\nTwo X.\n\nThree.', 'One.\n\nThree.'],
  ['One.\n\nTwo.\n\nThree X.', 'One.\n\nTwo.'],
  ['One.\n\n\nTwo.\n\nThree X.\n\nFour.\n', 'One.\n\n\nTwo.\n\nFour.\n'],
  ['Hi X.\n\nHi X.\n\nThree.\n\nHi X.\n\nHi X.', 'Three.'],
  ['One.\n\nTwo X.\nTwo.\n\nThree.', 'One.\n\nTwo.\n\nThree.'],
  ['You get:\n- one\n- two X. And more.\n- three', 'You get:\n- one\n- three'],
  ['1. one X. More.\n2. two', '2. two'],
  ['  * X\n  * two', '  * two'],
  ['> Hi X. Bye.\n> X', '> Bye.'],
  ['# For X\n\nText', 'Text'],
  // Dangling punctuation
  ['Hi X! – Your team', 'Your team'],
  ['Hi {person.x|}, welcome', 'Hi, welcome'],
  ['Hi {person.x|} and welcome', 'Hi and welcome'],
  ['Thanks, {person.x|}!', 'Thanks!'],
  ['Thanks, {person.x|}, and bye', 'Thanks, and bye'],
  ['{person.x|}, welcome', 'welcome'],
  ['{person.x|}! Welcome', 'Welcome'],
  ['Welcome — {person.x|}', 'Welcome'],
  ['Hi {person.x| }\n{person.x|}\nBye', 'Hi\nBye'],
  ['- {person.x|}\n- two', '- two'],
  // Markers
  ['Hi. [[chips: Call X | No]]', 'Hi.'],
  ['Hi. [[chips: Call § | No]]', 'Hi. [[chips: Call Ada | No]]'],
  ['Hi X. [[chips: A | B]]', '[[chips: A | B]]'],
  ['Hi X.[[chips: A | B]]', '[[chips: A | B]]'],
  ['Hi [[media: X]] there. Bye.', 'Hi there. Bye.'],
  ['Look, [[media: X]]. Bye.', 'Look. Bye.'],
  ['Look: [[media: X]]', 'Look'],
  ['One. See X [[chips: A]] for more. Two.', 'One. [[chips: A]] Two.'],
  ['One. [[chips: What. Now! X]] Two.', 'One. Two.'],
  ['One [[confirm #c | Sure. Now?]] two X. Three.', '[[confirm #c | Sure. Now?]] Three.'],
  ['One.\n\n[[card: Hi X\ndescription = D.\n\nimage = image:x\n]]\n\nTwo.', 'One.\n\nTwo.'],
  ['Hi X.\n\n[[card: Hi.\ndescription = D.\n]]\n\nTwo.', '[[card: Hi.\ndescription = D.\n]]\n\nTwo.'],
  ['[[carousel\n[[card: A]]\n[[card: X]]\n]] Bye.', 'Bye.'],
  ['[[chips: open. X\n[[chips: A]] Bye.', '[[chips: open.\n[[chips: A]] Bye.'],
  ['\\[[chips: one X]]. Two. \\[[', 'Two. \\[['],
  ['[[confirm #c | Ready, {person.x|}? | Yes {person.x|} now]]', '[[confirm #c | Ready? | Yes now]]'],
  ['[[card: Hi {person.x|}\ndescription = {person.x|} D\n]]', '[[card: Hi\ndescription = D\n]]'],
  ['[[chips: {person.x|A]]B} | C]]', '[[chips: A\\]\\]B | C]]'],
]
for (const [written, text] of omissions) {
  const body = shorthand(written)
  test(`${JSON.stringify(written)} becomes ${JSON.stringify(text)}`, () => {
    assert.equal(fill(body).renderedText, text)
  })
}

const values: [value: string, written: string][] = [
  ['$& $1 $$', '$& $1 $$'],
  ['{person.firstName} \\{', '{person.firstName} \\{'],
  ['[x] ]] | ~ =', '[x] ]] | ~ ='],
  ['[[chips: A]]', '\\[[chips: A]]'],
  ['\\[[a]]', '\\\\[[a]]'],
  ['[[[[', '\\[[\\[['],
  ['Dr. Smith. And\n\nmore', 'Dr. Smith. And\n\nmore'],
]
for (const [value, written] of values) {
  test(`the value ${JSON.stringify(value)} is printed as ${JSON.stringify(written)}`, () => {
    assert.equal(fill('Hi {person.v}!', { 'person.v': value }).renderedText, `Hi ${written}!`)
  })
}

const nasty = fc
  .array(
    fc.constantFrom(
      '[',
      ']',
      '[[',
      ']]',
      '\\',
      '|',
      '~',
      ' ~ ',
      '=',
      '->',
      '#',
      ':',
      '{',
      '}',
      '\n',
      'a',
      ' ',
      ',',
      '"',
    ),
    { maxLength: 8 },
  )
  .map((signs) => `x${signs.join('')}x`)

test('a value inside a marker is read literally', () => {
  const bodies: [body: string, read: (part: ContentMessage['parts'][number]) => unknown][] = [
    ['[[confirm #c | {person.v} | Yes]]', (part) => part.type === 'confirm' && part.prompt],
    ['[[media: https://example.com | {person.v}]]', (part) => part.type === 'media' && part.alt],
    [
      '[[ask.choice #c | Which?\na = {person.v} ~ B\n]]',
      (part) => part.type === 'ask.choice' && part.options[0]?.label,
    ],
    ['[[card: A\ndescription = {person.v}\n]]', (part) => part.type === 'card' && part.card.description],
    ['[[card: {person.v}\n]]', (part) => part.type === 'card' && part.card.title],
  ]
  fc.assert(
    fc.property(nasty, fc.constantFrom(...bodies), (value, [body, read]) => {
      const { message, problems } = compile(fill(body, { 'person.v': value }).renderedText!)
      assert.deepEqual(problems, [])
      assert.deepEqual(message.parts.map(read), [value])
    }),
    { numRuns: 1000 },
  )
})

test('a chip links to the target in the value', () => {
  const { message } = compile(fill('[[chips: {person.firstName} -> {agent.websiteUrl}]]').renderedText!)
  assert.deepEqual(message.chips, [{ label: 'Ada', kind: 'url', url: 'https://example.com/?a=b&c=d' }])
})

test('a value in a text never creates or breaks a marker', () => {
  const value = fc.array(fc.constantFrom('[', ']', '[[', '\\', 'chips: A', ']]', 'x'), { minLength: 1, maxLength: 6 })
  const body = '[{person.v}] {person.v}{person.v}[[chips: B]]{person.v}'
  fc.assert(
    fc.property(value, (signs) => {
      const { message, problems } = compile(fill(body, { 'person.v': signs.join('') }).renderedText!)
      assert.deepEqual([problems, message.chips], [[], [{ label: 'B' }]])
    }),
    { numRuns: 1000 },
  )
})

const marks = [
  ...'\\`*_~[]<>&#-+=!|:().123 \n\t"ab',
  ...['[[', ']]', '~~~', '```', '**', '---', '[button](https://evil.example)', '<https://evil.example>', '\r\n', 'é'],
  ...['https://example.com/a_b?c=d', 'https://example.com/*a*', '&amp;', '[[chips: A]]', '![x](https://evil.example)'],
]
const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

test('a person reads a value literally, even if it looks like Markdown', () => {
  const bodies = [
    '{person.v}',
    'Hi {person.v}!',
    'A\n{person.v}\nB',
    '- {person.v}\n- B',
    '{person.v} [[media: image:x]]',
  ]
  const value = fc.array(fc.constantFrom(...marks), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(value, fc.constantFrom(...bodies), (text, body) => {
      fc.pre(text.trim() !== '')
      const aml = fillTemplate({ body }, () => text, 'aml').renderedText!
      const { message } = compile(aml)
      assert.deepEqual([message.parts.filter(({ type }) => type !== 'text'), message.chips ?? []], [[], []])
      const read = message.parts.map((part) => (part.type === 'text' ? parseMarkdown(part.text) : []))
      for (const { text, href = text, ...styles } of read.flat()) assert.deepEqual([href, styles], [text, {}])
      const plain = flat(read.map((runs) => runs.map(({ text }) => text).join('')).join('\n'))
      assert.ok(plain.includes(flat(text)), `${JSON.stringify(text)} in ${JSON.stringify(plain)}`)
    }),
    { numRuns: 3000 },
  )
})

const bodyParts = [
  ...[
    'Hi',
    ' ',
    '.',
    '. ',
    '! ',
    ', ',
    ' – ',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '> ',
    '(',
    ')',
    '"',
    '**',
    '。',
    'Dr. ',
    'e.g. ',
    '… ',
  ],
  ...[
    '{person.firstName}',
    '{person.x}',
    '{person.x|}',
    '{person.x|d}',
    '{y}',
    '[[chips: A]]',
    '[[chips: {person.x}]]',
    '\\[[',
  ],
  ...['[[card: {person.firstName}\n', '[[carousel\n', ']]', 'Two words', 'é', '👋'],
]
const anyBody = fc.array(fc.constantFrom(...bodyParts), { maxLength: 25, size: 'max' }).map((parts) => parts.join(''))

test('with all values given, the text is the body with its slots replaced', () => {
  const value = fc.constantFrom('Ada', 'a. b', '$&', ' x ', '{person.x}', 'é\n\nü')
  fc.assert(
    fc.property(anyBody, value, (body, text) => {
      let expected = ''
      let at = 0
      for (const { start, end } of findSlots(body)) {
        expected += body.slice(at, start) + text
        at = end
      }
      const withinMarkers = text.includes('\n') ? text.replaceAll('\n', '\\n') : text
      const { renderedText } = fillTemplate({ body }, () => text)
      assert.equal(renderedText?.replaceAll(withinMarkers, text), expected + body.slice(at))
    }),
    { numRuns: 2000 },
  )
})

test('a body with missing values leaves a clean text', () => {
  fc.assert(
    fc.property(fc.oneof(anyBody, fc.string({ unit: 'binary' })), (body) => {
      const { renderedText } = fill(body)
      assert.ok(renderedText !== null)
      if (!body.includes('  ')) assert.doesNotMatch(renderedText, / {2}/)
      if (!/\n{3}/.test(body)) assert.doesNotMatch(renderedText, /\n{3}/)
      assert.doesNotMatch(renderedText, /\{person\.(?:x|firstName)(?:\|d?)?\}/)
      assert.ok(renderedText.length <= body.length)
    }),
    { numRuns: 4000 },
  )
})

test('long bodies can be filled', () => {
  const parts = [
    'Hi {person.x}. ',
    'Hi {person.x|} ',
    '{person.firstName}. ',
    '[[chips: {person.x}]] ',
    '[[carousel\n',
    '. ',
    '\n',
    ' ',
    '(',
  ]
  for (const part of [...parts, '" ', '**a. ', '- {person.x}\n', '[[', ']]', '\\', '[[card ', 'a.b', ' –', ',']) {
    const body = part.repeat(Math.ceil(100_000 / part.length))
    assert.ok(fill(`{person.x}. ${body}`).renderedText !== null)
    assert.ok(fill(`${body}{person.x}`).renderedText !== null)
    assert.ok(fill(`{person.x|}${body}{person.x|}`).renderedText !== null)
    assert.ok(fillTemplate({ body }, (path) => known[path], 'aml').renderedText !== null)
  }
})

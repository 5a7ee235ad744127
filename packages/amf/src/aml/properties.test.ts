// Quick run too: the AML compiler; a tenth of the examples.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type ContentMessage, validateMessage } from '../model/message.ts'
import { type CompileOptions, compile, createAmlStream, type StreamItem } from './compile.ts'
import { printAml } from './print.ts'

import { anyAmlMessage, anyText, cutText } from './testing/generators.ts'

const runs = { numRuns: 700 }

const content: CompileOptions = {
  content: {
    template: (id) => (id === 't' ? 'From a template [[chips: T]]\n\n[[confirm | Ok?]] [[template: t]]' : undefined),
    thing: (id) => (id === 'a' ? { title: 'A thing' } : undefined),
    collection: (id) => (id === 'c' ? [{ title: 'One' }, { title: 'Two' }] : undefined),
    image: (id) => (id === 'x' ? 'https://example.com/x.png' : undefined),
  },
}

function collected(items: StreamItem[]) {
  return {
    parts: items.flatMap((item) => ('part' in item ? [item.part] : [])),
    chips: items.flatMap((item) => ('chips' in item ? item.chips : [])),
    warnings: items.flatMap((item) => ('warning' in item ? [item.warning] : [])),
    problems: items.flatMap((item) => ('problem' in item ? [item.problem] : [])),
  }
}

test('a text compiled in any chunks gives the same result as the whole text', () => {
  fc.assert(
    fc.property(cutText, fc.constantFrom({}, content), ({ text, chunks }, options) => {
      const { message, warnings, problems } = compile(text, options)
      for (const pieces of [chunks, text.split('')]) {
        const stream = createAmlStream(options)
        const items = [...pieces.flatMap((piece) => stream.push(piece)), ...stream.end()]
        assert.deepEqual(collected(items), { parts: message.parts, chips: message.chips ?? [], warnings, problems })
      }
    }),
    runs,
  )
})

test('a text without problems compiles to a valid message', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom({}, content), (text, options) => {
      const { message, problems, warnings } = compile(text, options)
      const isEmpty = message.parts.length === 0 && !message.chips
      if (problems.length > 0) return
      if (isEmpty) assert.ok(warnings.length > 0)
      else assert.deepEqual(validateMessage(message), { message })
    }),
    runs,
  )
})

test('a text without problems is unchanged after compile, print and compile', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { message, problems } = compile(text)
      if (problems.length > 0) return
      const printed = printAml(message)
      assert.deepEqual(compile(printed.aml).message, message)
      assert.deepEqual(printed.unprintable, [])
    }),
    runs,
  )
})

test('print expresses in full every message that AML can express', () => {
  fc.assert(
    fc.property(anyAmlMessage, (written) => {
      const valid = validateMessage(written)
      assert.ok('message' in valid)
      const message = valid.message as ContentMessage
      const printed = printAml(message)
      assert.deepEqual(printed.unprintable, [])
      const again = compile(printed.aml)
      assert.deepEqual(again.problems, [])
      assert.deepEqual(again.message, message)
    }),
    runs,
  )
})

test('a text without markers is preserved exactly, paragraph by paragraph', () => {
  const prose = anyText.filter((text) => !text.includes('[[') && !/```|~~~/.test(text))
  fc.assert(
    fc.property(prose, (text) => {
      const lines = text.toWellFormed().replaceAll('\0', '\ufffd').replace(/\r\n?/g, '\n').split('\n')
      const paragraphs = lines
        .map((line) => (line.trim() === '' ? '' : line))
        .join('\n')
        .split(/\n{2,}/)
        .map((paragraph) => paragraph.trim())
        .filter((paragraph) => paragraph !== '')
      const { message } = compile(text)
      assert.deepEqual(
        message.parts,
        paragraphs.map((paragraph) => ({ type: 'text', text: paragraph })),
      )
    }),
    runs,
  )
})

const goodMarkers = [
  ...[
    '[[chips: A | B = b]]',
    '[[CHIPS A\n | B ]]',
    '[[ask.location | Where?]]',
    '[[media: https://a.b/c]]',
    '[[ card: One ]]',
  ],
  ...[
    '[[carousel\n[[card: One]]\n[[card: Two\r\n]]\n]]',
    '[[ask.choice | Which?\na = A \\]] ~ \\[[\n]]',
    '[[template: none]]',
  ],
]
const brokenMarkers = [
  '[[nosuch: a | b]]',
  '[[confirm]]',
  '[[ask.choice #x | Y]]',
  '[[',
  '[[chips: A\n\n',
  '[[chips:]]',
  '[[x\r\n',
]
const prose = [
  'wörd!',
  'a | b ',
  '[single] ',
  '`',
  '``` ',
  '~~~',
  '\n```\n',
  '\n',
  '\n\n',
  '\r\n',
  ' ',
  '- ',
  '2) ',
  '→ ~ =',
  ' ]] ',
]

type Segment = { source: string; expected: string }
const segment: fc.Arbitrary<Segment> = fc.oneof(
  fc.constantFrom(...goodMarkers).map((source) => ({ source, expected: '' })),
  fc.constantFrom(...brokenMarkers).map((source) => ({ source, expected: source })),
  fc.constantFrom(...prose).map((source) => ({ source, expected: source })),
  fc.constant({ source: '\\[[', expected: '[[' }),
)

/** List bullets and fences disappear with their marker when nothing follows them; backslashes are tested elsewhere. */
const accountable = (text: string) => text.replace(/[\s\\`~\-.)\d•*+]/g, '')

test('every character outside the effective markers is in the text, in order', () => {
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 12 }), (segments) => {
      // A bracket pair that closes a broken marker would turn it into another marker.
      const pieces = segments.filter((piece, at) => piece.source !== ' ]] ' || !isOpenAt(segments, at))
      const { message } = compile(pieces.map((piece) => piece.source).join(''))
      const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
      assert.equal(accountable(text), accountable(pieces.map((piece) => piece.expected).join('')))
    }),
    runs,
  )
})

function isOpenAt(segments: Segment[], at: number): boolean {
  const before = segments.slice(0, at).map((piece) => piece.source)
  const lastOpen = before.findLastIndex((source) => source.startsWith('[['))
  return lastOpen >= 0 && !before[lastOpen]?.includes(']]')
}

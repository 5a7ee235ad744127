import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { LengthUnit, Markup } from '../profiles/profile.ts'
import { parseMarkdown, printRuns, toReadableText } from './markdown.ts'
import { measureLength } from './measure.ts'
import { toLiteralRuns, toPlainText } from './runs.ts'
import { splitRuns } from './split.ts'
import { anyMarkdown } from './testing/markdownish.ts'

const markups: Markup[] = ['plain', 'starred', 'mrkdwn', 'commonmark']
const units: LengthUnit[] = ['characters', 'bytes']
const address = 'https://example.com/a_b'

type Case = [title: string, source: string, limit: [maxLength: number, markup: Markup], pieces: string[]]
const cases: Case[] = [
  [
    'at a paragraph first',
    'One two.\n\nThree. Four\nfive six seven',
    [24, 'plain'],
    ['One two.\n\nThree. Four', 'five six seven'],
  ],
  [
    'at the latest paragraph',
    'One two three.\n\nFour five.\n\nSix seven',
    [30, 'plain'],
    ['One two three.\n\nFour five.', 'Six seven'],
  ],
  ['at a line', 'One two. Three four\nfive six seven', [25, 'plain'], ['One two. Three four', 'five six seven']],
  ['after a sentence', 'One two three. Four five six', [20, 'plain'], ['One two three.', 'Four five six']],
  [
    'after the quote that ends a sentence',
    '“One two three.” Four five',
    [20, 'plain'],
    ['“One two three.”', 'Four five'],
  ],
  ['after an ideographic full stop', '一二三四。五六七八九十', [8, 'plain'], ['一二三四。', '五六七八九十']],
  ['at a word', 'One two three four five', [12, 'plain'], ['One two', 'three four', 'five']],
  ['inside a word that is too long', 'abcdefghij', [4, 'plain'], ['abcd', 'efgh', 'ij']],
  ['not inside a family', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', [30, 'plain'], ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']],
  ['not inside an address', `See ${address} now`, [25, 'plain'], ['See', address, 'now']],
  [
    'not inside a link',
    `Go to [our new site](${address}) now`,
    [40, 'plain'],
    ['Go to', `our new site (${address})`, 'now'],
  ],
  [
    'with marks closed and opened again',
    `**${'word '.repeat(12)}end**`,
    [48, 'starred'],
    [`*${'word '.repeat(8)}word*`, '*word word word end*'],
  ],
]
for (const [title, source, [maxLength, markup], pieces] of cases) {
  test(`a long text breaks ${title}`, () => {
    const split = splitRuns(parseMarkdown(source), { maxLength, unit: 'characters', markup })
    assert.deepEqual(
      split.map((piece) => printRuns(piece, markup)),
      pieces,
    )
  })
}

test('a text that fits is returned unchanged as one piece', () => {
  const runs = parseMarkdown('**a** b')
  assert.equal(splitRuns(runs, { maxLength: 100, unit: 'bytes', markup: 'starred' })[0], runs)
})

test('an address longer than the limit is split rather than lost', () => {
  const long = `https://example.com/${'x'.repeat(300)}`
  for (const markup of markups) {
    const pieces = splitRuns(parseMarkdown(`Go [there](${long}) now`), { maxLength: 100, unit: 'characters', markup })
    assert.equal(pieces.map(toReadableText).join('').replace(/\s/g, ''), `Gothere(${long})now`)
  }
})

const limits = fc.record({
  maxLength: fc.oneof(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 60, max: 200 })),
  unit: fc.constantFrom(...units),
  markup: fc.constantFrom(...markups),
})

test('each printed piece fits, none is blank, and together they hold the whole text', () => {
  const sources = fc.array(anyMarkdown, { minLength: 1, maxLength: 5 }).map((texts) => texts.join(' '))
  fc.assert(
    fc.property(sources, limits, (source, limit) => {
      const runs = parseMarkdown(source)
      const pieces = splitRuns(runs, limit)
      for (const piece of pieces)
        assert.ok(measureLength(printRuns(piece, limit.markup), limit.unit) <= limit.maxLength)
      if (pieces.length > 1) for (const piece of pieces) assert.notEqual(toPlainText(piece).trim(), '')
      assert.equal(withoutSpace(pieces.map(toReadableText).join('')), withoutSpace(toReadableText(runs)))
    }),
    { numRuns: 1500 },
  )
})

test('splitting cuts no grapheme', () => {
  const words = fc.constantFrom('👩‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'e\u0301', 'क्षि', '한국', 'שלום', 'word', '中文', '1️⃣', ' ')
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), fc.integer({ min: 30, max: 60 }), (parts, maxLength) => {
      const text = parts.join('').trim()
      const pieces = splitRuns(toLiteralRuns(text), { maxLength, unit: 'bytes', markup: 'plain' })
      assert.deepEqual(pieces.map(toPlainText).flatMap(graphemes), graphemes(text))
    }),
    { numRuns: 500 },
  )
})

test('hostile texts can be split', () => {
  for (const part of ['[', '*a ', '`a ', '👩‍👩‍👧‍👦', '🇩🇪', '\u0301', 'x', `[a](${address}) `, '*a*b', '` `` ']) {
    const runs = parseMarkdown(part.repeat(Math.ceil(20_000 / part.length)))
    for (const markup of markups) assert.ok(splitRuns(runs, { maxLength: 1000, unit: 'bytes', markup }).length > 1)
  }
})

function graphemes(text: string): string[] {
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)
  return [...segments].map(({ segment }) => segment).filter((segment) => segment.trim() !== '')
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '')
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createCell, drawBoxes, frameColumns } from './box.ts'
import { displayWidth, toPrintableLine, wrapText } from './width.ts'

const widths: [text: string, columns: number][] = [
  ['Hello', 5],
  ['café', 4],
  ['cafe\u0301', 4],
  ['日本語', 6],
  ['한국어', 6],
  ['👍🏽 ok', 5],
  ['👨‍👩‍👧', 2],
  ['🇳🇿', 2],
  ['❤️', 2],
  ['→ “…”', 5],
  ['', 0],
]
for (const [text, columns] of widths) {
  test(`${JSON.stringify(text)} takes ${columns} columns`, () => assert.equal(displayWidth(text), columns))
}

test('lines wrap between words, line breaks stay, and list entries have a hanging indent', () => {
  assert.deepEqual(wrapText('We are open from nine to five.\n\nSee you!', 14), [
    'We are open',
    'from nine to',
    'five.',
    '',
    'See you!',
  ])
  assert.deepEqual(wrapText('- Friday morning at ten\n10. On Monday', 10), [
    '- Friday',
    '  morning',
    '  at ten',
    '10. On',
    '    Monday',
  ])
  assert.deepEqual(wrapText('日本語のことば', 6), ['日本語', 'のこと', 'ば'])
})

const words = fc.string({ unit: 'grapheme', maxLength: 80 })
const columns = fc.integer({ min: 2, max: 60 })
const bare = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}]/gu, '')

test('no line exceeds the width, and no character is lost', () => {
  fc.assert(
    fc.property(words, columns, (text, most) => {
      const lines = wrapText(text, most)
      for (const line of lines) assert.ok(displayWidth(line) <= most, JSON.stringify(line))
      assert.equal(bare(lines.join('')), bare(text))
      assert.ok(displayWidth(toPrintableLine(text, most)) <= most)
    }),
  )
})

test('boxes side by side have straight edges and stay within the width if one box fits', () => {
  const contents = fc.array(fc.array(words, { maxLength: 4 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(contents, fc.integer({ min: 10, max: 30 }), fc.integer({ min: 40, max: 120 }), (texts, inner, most) => {
      const cells = texts.map((lines) => lines.flatMap((line) => wrapText(line, inner)).map((line) => createCell(line)))
      const drawn = drawBoxes(cells, { inner, columns: most })
      for (const line of drawn) {
        assert.ok(displayWidth(line) <= most)
        assert.equal((displayWidth(line) + 1) % (inner + frameColumns + 1), 0)
      }
    }),
  )
})

test('text of other people sends no control character to the terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), columns, (text, most) => {
      const raw = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
      for (const line of [...wrapText(text, most), toPrintableLine(text, most)]) assert.doesNotMatch(line, raw)
    }),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { LengthUnit } from '../profiles/profile.ts'
import { measureLength, truncate } from './measure.ts'
import { anyMarkdown } from './testing/markdownish.ts'

const cases: [title: string, text: string, limit: [number, LengthUnit], expected: string][] = [
  ['keeps a text that fits', 'Monday', [6, 'characters'], 'Monday'],
  ['closes a longer one with an ellipsis that counts', 'Monday', [5, 'characters'], 'Mond…'],
  ['leaves no white space before the ellipsis', 'On Monday', [4, 'characters'], 'On…'],
  ['keeps a family whole', 'a👩‍👩‍👧‍👦b', [12, 'characters'], 'a…'],
  ['keeps a family that fits', 'a👩‍👩‍👧‍👦bc', [13, 'characters'], 'a👩‍👩‍👧‍👦…'],
  ['keeps a letter with its accent', 'ae\u0301bc', [3, 'characters'], 'a…'],
  ['keeps flags whole, however many', '🇩🇪'.repeat(100), [8, 'characters'], '🇩🇪…'],
  ['cuts a family that alone is too long between its members', '👩‍👩‍👧‍👦', [6, 'characters'], '👩‍👩…'],
  ['never cuts a surrogate pair', '😀😀', [2, 'characters'], '…'],
  ['is an ellipsis alone where nothing else has room', 'Monday', [1, 'characters'], '…'],
  ['counts bytes where asked to', 'ééééé', [8, 'bytes'], 'éé…'],
  ['goes without the ellipsis where it has no room', 'Monday', [2, 'bytes'], 'Mo'],
]
for (const [title, text, [maxLength, unit], expected] of cases) {
  test(`truncation: ${title}`, () => assert.equal(truncate(text, maxLength, unit), expected))
}

test('a truncated text fits, stays well formed, and is a prefix of the text', () => {
  const sources = anyMarkdown.map((text) => text.toWellFormed())
  fc.assert(
    fc.property(
      sources,
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom<LengthUnit>('characters', 'bytes'),
      (text, max, unit) => {
        const result = truncate(text, max, unit)
        assert.ok(measureLength(result, unit) <= max)
        assert.ok(result.isWellFormed())
        assert.ok(result === text || text.startsWith(result.replace(/…$/, '')))
      },
    ),
    { numRuns: 2000 },
  )
})

test('a label of a million characters is truncated quickly', () => {
  for (const part of ['x', '👩‍👩‍👧‍👦', '\u0301', ' ']) assert.ok(truncate(part.repeat(1_000_000), 20).length <= 20)
})

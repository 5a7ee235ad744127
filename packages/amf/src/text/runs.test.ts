import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { parseMarkdown } from './markdown.ts'
import { sliceRuns, type TextRun, toLiteralRuns, toPlainText } from './runs.ts'
import { markdownish } from './testing/markdownish.ts'

const runs: TextRun[] = [{ text: 'one ' }, { text: 'two', bold: true }, { text: ' three' }]

const slices: [from: number, to: number, expected: TextRun[]][] = [
  [0, 13, runs],
  [2, 6, [{ text: 'e ' }, { text: 'tw', bold: true }]],
  [4, 7, [{ text: 'two', bold: true }]],
  [7, 99, [{ text: ' three' }]],
  [5, 5, []],
]
for (const [from, to, expected] of slices) {
  test(`the runs from ${from} to ${to} keep their styles`, () => assert.deepEqual(sliceRuns(runs, from, to), expected))
}

test('literal text is one run, and no run if it is empty', () => {
  assert.deepEqual(toLiteralRuns('*a*'), [{ text: '*a*' }])
  assert.deepEqual(toLiteralRuns(''), [])
})

test('slicing runs slices their text', () => {
  fc.assert(
    fc.property(markdownish, fc.nat(40), fc.nat(40), (source, from, length) => {
      const parsed = parseMarkdown(source)
      assert.equal(toPlainText(sliceRuns(parsed, from, from + length)), toPlainText(parsed).slice(from, from + length))
    }),
  )
})

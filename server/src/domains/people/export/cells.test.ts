import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { escapeFormula, joinCell, splitCell, unescapeFormula } from './columns.ts'

const cells: [cell: string, written: string][] = [
  ['=1+1', "'=1+1"],
  ['+SUM(A1)', "'+SUM(A1)"],
  ['-5', "'-5"],
  ['@cmd', "'@cmd"],
  ['  =1', "'  =1"],
  ['\u3000＝1', "'\u3000＝1"],
  ['＋1', "'＋1"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ["'=1", "''=1"],
  ['+12025550143', '+12025550143'],
  ['+1 202 555', "'+1 202 555"],
  ["O'Neill", "O'Neill"],
  ["'tis", "'tis"],
  ['a=b', 'a=b'],
  ['', ''],
]
for (const [cell, written] of cells) {
  test(`${JSON.stringify(cell)} is written ${JSON.stringify(written)}`, () => {
    assert.equal(escapeFormula(cell), written)
    assert.equal(unescapeFormula(written), cell)
  })
}

const awkward = fc.string({ unit: fc.constantFrom(...`'=+-@\t\r\n ;\\aé1＝，`), maxLength: 8 })

test('any cell value is read back unchanged, and no spreadsheet would execute it', () => {
  fc.assert(
    fc.property(fc.oneof(awkward, fc.string({ unit: 'binary' })), (cell) => {
      assert.equal(unescapeFormula(escapeFormula(cell)), cell)
      assert.doesNotMatch(escapeFormula(cell), /^\s*[=+\-@＝＋－＠](?!\d{7,15}$)|^[\t\r]/)
    }),
  )
})

test('a list is read back from its cell, whatever its values contain', () => {
  const value = awkward.filter((text) => text.trim() !== '')
  fc.assert(fc.property(fc.array(value), (values) => assert.deepEqual(splitCell(joinCell(values)), values)))
})

test('a hand-written list may contain blanks around its values, and empty values', () => {
  assert.deepEqual(splitCell(' fair ; news letter;;C:\\dir;'), ['fair', 'news letter', 'C:\\dir'])
})

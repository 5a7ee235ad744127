import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCsv } from './save-file.ts'

test('cells with separators, quotes and line breaks are quoted', async () => {
  assert.equal(
    await formatCsv([
      ['a', 'b'],
      ['x, y', 'say "hi"\nagain'],
    ]),
    'a,b\r\n"x, y","say ""hi""\nagain"',
  )
})

test('texts that a spreadsheet would run as a formula are escaped, also with a line break; numbers are not', async () => {
  assert.equal(await formatCsv([['=1', '=1\n2', -3, undefined]]), `"'=1","'=1\n2",-3,`)
})

test('lines end as asked', async () => {
  assert.equal(await formatCsv([[1], [2]], '\n'), '1\n2')
})

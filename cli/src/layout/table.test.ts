import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTable } from './table.ts'

const rows = [
  ['a-1', '日本語', 'open'],
  ['a-22', 'Desk\u001b[31m', 'x'.repeat(60)],
]

test('table columns stay aligned whatever the width of the characters, and cell text cannot control the terminal', () => {
  assert.deepEqual(formatTable(['ID', 'NAME', 'STATE'], rows), [
    'ID    NAME       STATE',
    'a-1   日本語     open',
    `a-22  Desk [31m  ${'x'.repeat(47)}…`,
  ])
})

test('on a narrow terminal each table row becomes a paragraph', () => {
  assert.deepEqual(
    formatTable(
      ['ID', 'NAME'],
      [
        ['a-1', 'Front desk'],
        ['a-2', 'Back desk'],
      ],
      12,
    ),
    [...['ID    a-1', 'NAME  Front desk', '', 'ID    a-2', 'NAME  Back desk']],
  )
  assert.equal(formatTable(['ID', 'NAME'], [['a-1', 'Front desk']], 15)[0], 'ID   NAME')
})

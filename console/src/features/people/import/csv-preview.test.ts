import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import Papa from 'papaparse'
import { parseCsvPreview, readCsvPreview } from './csv-preview.ts'

test('commas, semicolons and tabs separate columns, and a first line can name the separator', () => {
  const head = { headers: ['Name', 'Phone'], rows: [['A, B', '1']] }
  assert.deepEqual(parseCsvPreview('Name,Phone\n"A, B",1\n', false), head)
  assert.deepEqual(parseCsvPreview('\ufeffName; Phone\r\nA, B;1\r\n', false), head)
  assert.deepEqual(parseCsvPreview('Name\tPhone\nA, B\t1', false), head)
  assert.deepEqual(parseCsvPreview('sep=;\nName;Phone\nA, B;1', false), head)
})

test('the preview of a large file shows only complete rows, at most twenty', async () => {
  const lines = Array.from({ length: 40_000 }, (_, at) => `Visitor ${at},visitor${at}@example.com`)
  const head = await readCsvPreview(new Blob([`fullName,email\n${lines.join('\n')}`]))
  assert.equal(head.rows.length, 20)
  assert.deepEqual(parseCsvPreview('fullName,email\nA,a@example.com\nB,b@exa', true).rows, [['A', 'a@example.com']])
})

test('the CSV parser reads back what was written', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab",;\t\n '), maxLength: 8 }).map((text) => `x${text}x`)
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 10 }), (rows) => {
      const text = Papa.unparse([['fullName', 'notes'], ...rows])
      assert.deepEqual(parseCsvPreview(text, false), { headers: ['fullName', 'notes'], rows })
    }),
  )
})

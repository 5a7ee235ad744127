import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ContentHints, charsetOf, detectContentType } from './content-type.ts'

const cases: [hints: ContentHints, start: string, type: string | undefined][] = [
  [{ header: 'text/html; charset=utf-8', given: 'text/plain' }, 'x', 'html'],
  [{ header: 'application/octet-stream', given: 'application/pdf' }, 'x', 'pdf'],
  [{ header: 'application/octet-stream', name: '/list.CSV' }, 'x', 'csv'],
  [{ header: 'text/plain', name: '/readme.md' }, 'x', 'markdown'],
  [{ header: 'text/plain', name: '/readme.pdf' }, 'x', 'text'],
  [{ header: 'text/plain', given: 'text/csv' }, 'x', 'csv'],
  [{ given: 'Text/Markdown' }, 'x', 'markdown'],
  [{ name: 'report.pdf' }, 'x', 'pdf'],
  [{}, '%PDF-1.7', 'pdf'],
  [{}, '\n<!doctype HTML>', 'html'],
  [{}, 'Hello there', 'text'],
  [{}, 'PK\u0003\u0004\u0000\u0000', undefined],
  [{ header: 'image/png', name: 'a.txt' }, 'x', undefined],
  [{ header: 'application/zip', given: 'text/plain' }, 'x', undefined],
]
for (const [hints, start, type] of cases) {
  test(`${JSON.stringify(hints)} with "${start.slice(0, 10).trim()}" is ${type ?? 'nothing that is read'}`, () => {
    assert.equal(detectContentType(hints, Buffer.from(start)), type)
  })
}

test('the content type determines the charset', () => {
  assert.equal(charsetOf({ header: 'text/html; Charset="iso-8859-1"' }), 'iso-8859-1')
  assert.equal(charsetOf({ header: 'text/html' }), undefined)
})

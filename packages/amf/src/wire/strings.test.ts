import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getFileName, toDialable } from './builders.ts'

test('a number to dial contains no separators', () => {
  assert.equal(toDialable('+1 (555) 123-00.01'), '+15551230001')
})

const names: [url: string, name: string][] = [
  ['https://x.example/a/b%20c.pdf?v=1', 'b c.pdf'],
  ['https://x.example/', 'file'],
  ['https://x.example/100%.png', '100%.png'],
]
for (const [url, name] of names) {
  test(`the file at ${url} is named ${name}`, () => {
    assert.equal(getFileName(url), name)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { findFittingPrefix, fitsLength, measureLength } from './measure.ts'
import { anyUtf16 } from './testing/markdownish.ts'

const cases: [text: string, characters: number, bytes: number][] = [
  ['', 0, 0],
  ['abc', 3, 3],
  ['é', 1, 2],
  ['€', 1, 3],
  ['中文', 2, 6],
  ['😀', 2, 4],
  ['👩‍👩‍👧‍👦', 11, 25],
  ['\ud83d', 1, 3],
  ['\udc00a', 2, 4],
]
for (const [text, characters, bytes] of cases) {
  test(`${JSON.stringify(text)} is ${characters} characters and ${bytes} bytes long`, () => {
    assert.equal(measureLength(text, 'characters'), characters)
    assert.equal(measureLength(text, 'bytes'), bytes)
  })
}

test('the byte length equals that of an encoder', () => {
  fc.assert(
    fc.property(anyUtf16, (text) => {
      assert.equal(measureLength(text, 'bytes'), new TextEncoder().encode(text).length)
    }),
  )
})

test('a text fits exactly if its length is within the limit', () => {
  fc.assert(
    fc.property(anyUtf16, fc.nat(40), fc.constantFrom('characters', 'bytes'), (text, most, unit) => {
      assert.equal(fitsLength(text, most, unit), measureLength(text, unit) <= most)
      assert.ok(measureLength(text.slice(0, findFittingPrefix(text, most, unit)), unit) <= most)
    }),
  )
})

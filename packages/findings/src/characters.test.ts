import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCharacters } from './index.ts'

for (const text of [
  '',
  'boat',
  'é',
  '⛵️',
  '🚤',
  'a🚤b🚤',
  '🚤🚤',
  '\ud83d',
  '\udea4\ud83d',
  '\ud83d\ud83d\udea4',
  'a\udea4',
]) {
  test(`the length of ${JSON.stringify(text)} is its number of code points`, () => {
    assert.equal(countCharacters(text), [...text].length)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { diffWords } from './word-diff.ts'

const write = (before: string, after: string): string =>
  diffWords(before, after)
    .map(({ kind, text }) => ({ same: text, added: `[+${text}+]`, removed: `[-${text}-]` })[kind])
    .join('')

test('a changed word is a whole word, and the text around it is the same', () => {
  assert.equal(write('We open at nine.', 'We open at ten.'), 'We open at [-nine-][+ten+].')
  assert.equal(write('Speak briefly.', 'Speak warmly and briefly.'), 'Speak [+warmly and +]briefly.')
  assert.equal(write('Größe 40', 'Größen 40'), '[-Größe-][+Größen+] 40')
})

test('equal, empty and wholly different texts', () => {
  assert.equal(write('Same.', 'Same.'), 'Same.')
  assert.equal(write('', ''), '')
  assert.equal(write('', 'New text'), '[+New text+]')
  assert.equal(write('Old text', ''), '[-Old text-]')
})

test('texts that differ in thousands of words are shown as replaced', () => {
  const words = (word: string) => Array.from({ length: 5_000 }, (_, at) => `${word}${at}`).join(' ')
  assert.ok(diffWords(words('a'), words('b')).length <= 4)
})

test('the pieces contain both texts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '.', 'word', 'ö', '😀'), { maxLength: 30 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = diffWords(before, after)
      const without = (kind: string) =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map((piece) => piece.text)
          .join('')
      assert.equal(without('added'), before)
      assert.equal(without('removed'), after)
    }),
  )
})

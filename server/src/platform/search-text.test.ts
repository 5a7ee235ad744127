import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { normalizePhrase, tokenizeText } from './search-text.ts'

const folded: [text: string, words: string[]][] = [
  ['When are you OPEN?', ['when', 'are', 'you', 'open']],
  ['Café Größe ŁÓDŹ Ærø', ['cafe', 'grosse', 'lodz', 'aero']],
  ['e-mail, 24/7; O’Neill', ['e', 'mail', '24', '7', 'o', 'neill']],
  ['İstanbul ﬁne ２４', ['istanbul', 'fine', '24']],
  ['Йогурт и чай', ['иогурт', 'и', 'чаи']],
  ['東京都 hotel', ['東京', '京都', 'hotel']],
  ['A東京B', ['a', '東京', 'b']],
  ['カフェ', ['カフ', 'フェ']],
  ['हिन्दी', ['हिन्दी']],
  ['한국어', ['한국어']],
  ['茶', ['茶']],
  ['🦷 ' + '— …', []],
  ['', []],
]
for (const [text, words] of folded) {
  test(`the words of "${text}" are ${words.join(', ') || 'none'}`, () => assert.deepEqual(tokenizeText(text), words))
}

test('normalizing a phrase twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) => normalizePhrase(normalizePhrase(text)).length <= text.length * 20,
    ),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aB é ß 1 - ü') }), (text) => {
      assert.equal(normalizePhrase(normalizePhrase(text)), normalizePhrase(text))
    }),
  )
})

test('plain text is normalized like any other, only faster', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      assert.deepEqual(tokenizeText(text), tokenizeText(`${text} é`).slice(0, -1))
    }),
  )
})

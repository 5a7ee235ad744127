import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGsm } from '../text/sms.ts'
import { getPhrases, phrasesByLanguage } from './phrases.ts'

/** Used only on chips and lists, which SMS does not have. */
const neverOnSms = new Set(['yes', 'no', 'select', 'choose', 'shareLocation', 'alsoYes', 'alsoNo'])

for (const [language, phrases] of phrasesByLanguage) {
  test(`the built-in phrases in ${language} add no SMS segment to the text around them`, () => {
    for (const [name, phrase] of Object.entries(phrases)) {
      const text = typeof phrase === 'function' ? phrase('a', 'b') : String(phrase)
      if (!neverOnSms.has(name)) assert.ok(isGsm(text), `${name}: ${text}`)
    }
  })

  test(`the sentences in ${language} contain YES and NO, which every language accepts, and explain what they mean`, () => {
    assert.match(phrases.yesFor('the boat'), /YES.*the boat/)
    assert.match(phrases.yesOrNo, /YES.*NO/)
    assert.match(phrases.yesOrNoAs('Book it', 'Not yet'), /YES.*Book it.*NO.*Not yet/)
  })

  test(`the label that opens a list in ${language} fits its button`, () => assert.ok(phrases.choose.length <= 20))
}

test('an unknown language falls back to English, and a locale to its language', () => {
  assert.equal(getPhrases('ja-JP'), phrasesByLanguage.get('en'))
  assert.equal(getPhrases('pt-BR'), phrasesByLanguage.get('pt'))
})

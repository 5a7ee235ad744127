import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { measureSms, toSmartGsm } from './sms.ts'

const sizes: [title: string, text: string, expected: [encoding: string, units: number, segments: number]][] = [
  ['nothing', '', ['GSM-7', 0, 1]],
  ['160 letters', 'a'.repeat(160), ['GSM-7', 160, 1]],
  ['161 letters', 'a'.repeat(161), ['GSM-7', 161, 2]],
  ['306 letters', 'a'.repeat(306), ['GSM-7', 306, 2]],
  ['307 letters', 'a'.repeat(307), ['GSM-7', 307, 3]],
  ['80 euro signs', '€'.repeat(80), ['GSM-7', 160, 1]],
  ['81 euro signs', '€'.repeat(81), ['GSM-7', 162, 2]],
  ['an escape pair at the end of a segment', `${'a'.repeat(152)}€${'a'.repeat(10)}`, ['GSM-7', 164, 2]],
  ['an escape pair moved whole to a third segment', `${'a'.repeat(152)}€${'a'.repeat(152)}`, ['GSM-7', 306, 3]],
  ['a capital Ç', 'Ç', ['GSM-7', 1, 1]],
  ['a small ç', 'ç', ['UCS-2', 1, 1]],
  ['a backtick', '`', ['UCS-2', 1, 1]],
  ['every extension character', '\f^{}\\[~]|€', ['GSM-7', 20, 1]],
  ['a curly apostrophe', 'It’s', ['UCS-2', 4, 1]],
  ['70 ideographs', '中'.repeat(70), ['UCS-2', 70, 1]],
  ['71 ideographs', '中'.repeat(71), ['UCS-2', 71, 2]],
  ['134 ideographs', '中'.repeat(134), ['UCS-2', 134, 2]],
  ['135 ideographs', '中'.repeat(135), ['UCS-2', 135, 3]],
  ['35 emoji', '😀'.repeat(35), ['UCS-2', 70, 1]],
  ['36 emoji', '😀'.repeat(36), ['UCS-2', 72, 2]],
  ['a surrogate pair at the end of a segment', `${'中'.repeat(66)}😀${'中'.repeat(66)}`, ['UCS-2', 134, 3]],
]
for (const [title, text, [encoding, units, segments]] of sizes) {
  test(`${title}: ${units} units of ${encoding} in ${segments}`, () => {
    assert.deepEqual(measureSms(text), { encoding, units, segments })
  })
}

const replaced: [title: string, text: string, expected: string][] = [
  ['quotes', '“It’s” ‘so’ „gut“', `"It's" 'so' "gut"`],
  ['dashes and the ellipsis', 'a – b — c…', 'a - b - c...'],
  ['spaces', 'a\u00a0b\u2009c\u202fd\te', 'a b c d e'],
  ['bullets', '• one\n· two', '- one\n- two'],
  ['what cannot be seen', 'a\u200bb\u00adc\ufeff', 'abc'],
  ['ligatures', 'e\ufb03cient \ufb01sh', 'efficient fish'],
  ['a letter and its accent that have a septet together', 'cafe\u0301', 'café'],
]
for (const [title, text, expected] of replaced) {
  test(`replacing ${title} brings a text into the 7-bit alphabet`, () => assert.equal(toSmartGsm(text), expected))
}

for (const text of ['It’s ça', 'It’s 😀', '“שלום”', 'naïve – café', '1½ – 2']) {
  test(`${text} stays unchanged, because it needs the wide alphabet anyway`, () => assert.equal(toSmartGsm(text), text))
}

test('a replaced text is in the 7-bit alphabet, and replacing again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abc é’“–…\u00a0•ﬁ€ç😀') }), (text) => {
      const result = toSmartGsm(text)
      assert.ok(result === text || measureSms(result).encoding === 'GSM-7')
      assert.equal(toSmartGsm(result), result)
    }),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, channels } from '@parley/amf'
import { fc } from '@parley/test-kit'
import { type Keyword, parseKeyword } from './keyword.ts'

const cases: [text: string, off: Keyword | undefined, on: Keyword | undefined][] = [
  ['STOP', 'stop', 'stop'],
  ['stop', 'stop', 'stop'],
  [' Stop. ', 'stop', 'stop'],
  ['"STOP!"', 'stop', 'stop'],
  ['ＳＴＯＰ', 'stop', 'stop'],
  ['st\u200bop\n', 'stop', 'stop'],
  ['UNSUBSCRIBE', 'stop', 'stop'],
  ['StopAll', 'stop', 'stop'],
  ['REVOKE', 'stop', 'stop'],
  ['OPTOUT', 'stop', 'stop'],
  ['Opt out', 'stop', 'stop'],
  ['opt-out', 'stop', 'stop'],
  ['START', 'start', 'start'],
  ['unstop', 'start', 'start'],
  ['CANCEL', undefined, 'stop'],
  ['end', undefined, 'stop'],
  ['Quit.', undefined, 'stop'],
  ['HELP', undefined, 'help'],
  ['help?', undefined, 'help'],
  ['please stop', undefined, undefined],
  ['STOP it', undefined, undefined],
  ['stop 🛑', undefined, undefined],
  ['stop1', undefined, undefined],
  ['s.t.o.p', undefined, undefined],
  ['constructor', undefined, undefined],
  ['', undefined, undefined],
  ['...', undefined, undefined],
]
for (const [text, off, on] of cases) {
  test(`on sms ${JSON.stringify(text)} means ${off ?? 'nothing'}, and with compliance ${on ?? 'nothing'}`, () => {
    assert.equal(parseKeyword(text, { channel: 'sms', compliance: false }), off)
    assert.equal(parseKeyword(text, { channel: 'rcs', compliance: true }), on)
  })
}

test('on channels without a carrier keywords are ordinary text', () => {
  const carriers: Channel[] = ['rcs', 'sms']
  for (const channel of channels.filter((channel) => !carriers.includes(channel))) {
    assert.equal(parseKeyword('STOP', { channel, compliance: true }), undefined)
  }
})

test('a keyword is recognized in any case, spacing and punctuation', () => {
  const around = fc.string({ unit: fc.constantFrom(...' .,!?"\'()-\n\t…¡«»'), maxLength: 6 })
  const cased = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(around, around, cased, (before, after, upper) => {
      const word = [...'stop'].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join('')
      assert.equal(parseKeyword(`${before}${word}${after}`, { channel: 'sms', compliance: false }), 'stop')
    }),
  )
})

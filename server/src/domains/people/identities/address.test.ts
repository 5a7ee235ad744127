import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, channels } from '@parley/amf'
import { fc } from '@parley/test-kit'
import { normalizeAddress, readAddress } from './identity.ts'

const number = '+12025550143'

const cases: [channel: Channel, written: string, expected: string][] = [
  ['rcs', number, number],
  ['sms', number, number],
  ['rcs', ' +1 (202) 555-0143 ', number],
  ['rcs', '+1.202.555.0143', number],
  ['sms', '+1\u00a0202\u2009555\u20110143', number],
  ['sms', '(+1) 202–555—0143', number],
  ['rcs', '+1234567', '+1234567'],
  ['rcs', '+123456789012345', '+123456789012345'],
  ['messengerA', '+1 (202) 555-0143', number],
  ['messengerA', '  US.13491208655302741918 ', 'US.13491208655302741918'],
  ['messengerA', '12025550143', '12025550143'],
  ['webchat', ' a visitor ', 'a visitor'],
  ['messengerB', '+1 202', '+1 202'],
  ['socialC', '🙂'.repeat(200), '🙂'.repeat(200)],
]
for (const [channel, written, expected] of cases) {
  test(`on ${channel} the address ${JSON.stringify(written.slice(0, 40))} is stored as ${expected.slice(0, 40)}`, () => {
    assert.equal(normalizeAddress(channel, written), expected)
  })
}

const refused: [channel: Channel, written: string][] = [
  ['rcs', 'not a number'],
  ['rcs', ''],
  ['sms', '12025550143'],
  ['sms', '0012025550143'],
  ['rcs', '+123456'],
  ['rcs', '+1234567890123456'],
  ['rcs', '++12025550143'],
  ['rcs', '+1202555O143'],
  ['rcs', '+12025550143 ext. 5'],
  ['rcs', '+١٢٠٢٥٥٥٠١٤٣'],
  ['sms', `+1${' '.repeat(1_000_000)}x`],
  ['messengerA', '+1 202'],
  ['messengerA', ''],
  ['webchat', ' \n '],
  ['webchat', 'a\u0000b'],
  ['webchat', 'a\nb'],
  ['webchat', 'a\ud800'],
  ['aiChatE', 'x'.repeat(201)],
  ['workchatD', 'x'.repeat(1_000_000)],
]
for (const [channel, written] of refused) {
  test(`on ${channel} the address ${JSON.stringify(written.slice(0, 40))} is refused`, () => {
    assert.equal(normalizeAddress(channel, written), undefined)
  })
}

test('normalizing a stored address again does not change it', () => {
  const letters = fc.constantFrom('+', '1', '2', ' ', '-', '(', '\u00a0', 'a', 'é', '🙂', '\n', '\u0000', '\ud800')
  const anything = fc.string({ unit: fc.oneof(letters, fc.constantFrom(...'0123456789')), maxLength: 24 })
  fc.assert(
    fc.property(fc.constantFrom(...channels), anything, (channel, written) => {
      const normalized = normalizeAddress(channel, written)
      if (normalized !== undefined) assert.equal(normalizeAddress(channel, normalized), normalized)
    }),
  )
})

test('every spelling of a number is the same address', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 15 })
  const between = fc.string({ unit: fc.constantFrom(...' .()-'), maxLength: 3 })
  fc.assert(
    fc.property(digits, fc.infiniteStream(between), fc.constantFrom<Channel>('rcs', 'sms'), (list, filler, channel) => {
      const spelt = list.map((digit) => `${filler.next().value}${digit}`).join('')
      assert.equal(normalizeAddress(channel, `+${spelt}`), `+${list.join('')}`)
    }),
  )
})

const written: [channel: Channel, text: string, country: string | undefined, expected: string][] = [
  ['rcs', '+1 (202) 555-0143', undefined, number],
  ['sms', '(202) 555-0143', 'US', number],
  ['sms', '0030 697 000 0000', 'DE', '+306970000000'],
  ['rcs', '030 901820', 'DE', '+4930901820'],
  ['rcs', '020\u20117946\u20110958', 'GB', '+442079460958'],
  ['messengerA', '030 901820', 'DE', '030 901820'],
  ['webchat', ' a visitor ', 'DE', 'a visitor'],
]
for (const [channel, text, country, expected] of written) {
  test(`an operator's ${text.trim()} on ${channel} in ${country ?? 'no country'} is ${expected}`, () => {
    assert.deepEqual(readAddress(channel, text, country), { address: expected })
  })
}

const impossible: [text: string, country: string | undefined, problem: RegExp][] = [
  ['(202) 555-0143', undefined, /international format/],
  ['030 901820', undefined, /not a phone number of US \(\+1\); write it with its country code/],
  ['4930901820', undefined, /may lack the \+/],
  ['+1 202 555', undefined, /numbers of \+1/],
  ['+999 1234567', undefined, /existing country code/],
  ['not a number', 'DE', /must be a phone number/],
  ['+1 202 555 0143 ext 5', undefined, /without an extension/],
  [`+1${' '.repeat(1_000_000)}x`, undefined, /must be a phone number/],
]
for (const [text, country, problem] of impossible) {
  test(`an operator's ${text.slice(0, 30)} on rcs in ${country ?? 'no country'} is refused without repeating it`, () => {
    const read = readAddress('rcs', text, country)
    assert.match(read.problem ?? '', problem)
    assert.ok(!read.problem?.includes(text))
  })
}

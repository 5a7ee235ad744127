import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, channels } from '@parley/amf'
import { fc } from '@parley/test-kit'
import { describeAddressRule, normalizeAddress } from './identity.ts'

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

const numberRule = 'must be a phone number in international format, for example +12025550143'
const idRule = 'must be a text of 1 to 200 characters without control characters'
const refused: [channel: Channel, written: string, rule: string][] = [
  ['rcs', 'not a number', numberRule],
  ['rcs', '', numberRule],
  ['sms', '12025550143', numberRule],
  ['sms', '0012025550143', numberRule],
  ['rcs', '+123456', numberRule],
  ['rcs', '+1234567890123456', numberRule],
  ['rcs', '++12025550143', numberRule],
  ['rcs', '+1202555O143', numberRule],
  ['rcs', '+12025550143 ext. 5', numberRule],
  ['rcs', '+١٢٠٢٥٥٥٠١٤٣', numberRule],
  ['sms', `+1${' '.repeat(1_000_000)}x`, numberRule],
  ['messengerA', '+1 202', numberRule],
  ['messengerA', '', idRule],
  ['webchat', ' \n ', idRule],
  ['webchat', 'a\u0000b', idRule],
  ['webchat', 'a\nb', idRule],
  ['webchat', 'a\ud800', idRule],
  ['aiChatE', 'x'.repeat(201), idRule],
  ['workchatD', 'x'.repeat(1_000_000), idRule],
]
for (const [channel, written, rule] of refused) {
  test(`on ${channel} the address ${JSON.stringify(written.slice(0, 40))} is refused`, () => {
    assert.equal(normalizeAddress(channel, written), undefined)
    assert.equal(describeAddressRule(channel, written), rule)
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

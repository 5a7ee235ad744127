import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelFacts, channelBlockedBy, chooseChannel } from './channels.ts'

const open: Omit<ChannelFacts, 'channel'> = {
  hasIdentity: true,
  stopped: false,
  binding: 'active',
  needsTemplate: false,
  hasTemplate: false,
}

type ChannelState = keyof typeof states
/** What may be true of a person on one channel, and what it blocks. */
const states = {
  open: [{}, undefined],
  absent: [{ hasIdentity: false }, 'no_channel_identity'],
  stopped: [{ stopped: true }, 'opted_out'],
  off: [{ binding: 'off' }, 'binding_disabled'],
  unbound: [{ binding: 'none' }, 'no_route'],
  incapable: [{ isIncapable: true }, 'not_rcs_capable'],
  closed: [{ needsTemplate: true }, 'no_template'],
  template: [{ needsTemplate: true, hasTemplate: true }, undefined],
} as const

const names = Object.keys(states) as ChannelState[]
const at = (channel: string, state: ChannelState): ChannelFacts => ({ channel, ...open, ...states[state][0] })

test('a channel is blocked by the first thing that is in its way', () => {
  for (const name of names) assert.equal(channelBlockedBy(at('rcs', name)), states[name][1], name)
  assert.equal(channelBlockedBy({ ...at('rcs', 'stopped'), binding: 'off', needsTemplate: true }), 'opted_out')
  assert.equal(channelBlockedBy({ ...at('rcs', 'off'), isIncapable: true }), 'binding_disabled')
})

test('the first channel that reaches the person is chosen, in every combination of three channels', () => {
  const isOpen = (state: ChannelState) => states[state][1] === undefined
  for (const one of names)
    for (const two of names)
      for (const three of names) {
        const given = [one, two, three]
        const facts = given.map((state, index) => at(String(index), state))
        const choice = chooseChannel(facts)
        const first = given.findIndex(isOpen)
        if (first >= 0) {
          assert.deepEqual(choice, { channel: String(first) }, given.join())
          continue
        }
        const off = given.indexOf('off')
        const held = off >= 0 ? off : given.findIndex((state) => state !== 'absent')
        const expected =
          held < 0
            ? { reason: 'no_channel_identity' }
            : { channel: String(held), reason: states[given[held] as ChannelState][1] }
        assert.deepEqual(choice, expected, given.join())
      }
})

test('no channels reach nobody', () => {
  assert.deepEqual(chooseChannel([]), { reason: 'no_channel_identity' })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelFacts, channelBlockedBy, chooseChannel, decideOutreach } from './channels.ts'
import { type GuardrailFacts, guardrailOrigins } from './facts.ts'

const now = new Date('2030-01-31T12:00:00Z')
const free: Omit<GuardrailFacts, 'optedOut'> = { now, consent: 'granted', class: 'service', settings: {} }

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

test('for each origin, the person comes first, then the channel, then the time', () => {
  const nights = { settings: { safeHours: { startHour: 18, endHour: 8, timeZone: 'UTC' } } }
  for (const origin of guardrailOrigins) {
    const decide = (facts: Partial<GuardrailFacts>, ...given: ChannelState[]) =>
      decideOutreach(
        origin,
        { ...free, ...facts },
        given.map((state, index) => at(index === 0 ? 'rcs' : 'sms', state)),
      )
    assert.deepEqual(decide({}, 'open', 'open'), { verdict: 'go', channel: 'rcs' })
    assert.deepEqual(decide({}, 'off', 'open'), { verdict: 'go', channel: 'sms' })
    assert.deepEqual(decide({}, 'stopped', 'open'), { verdict: 'go', channel: 'sms' })
    assert.deepEqual(decide({}, 'stopped', 'absent'), { verdict: 'no', reason: 'opted_out' })
    assert.deepEqual(decide({}, 'absent', 'closed'), { verdict: 'no', reason: 'no_template', channel: 'sms' })
    assert.deepEqual(decide(nights, 'absent'), { verdict: 'no', reason: 'no_channel_identity', channel: undefined })
  }
  const held = decideOutreach('campaign', { ...free, ...nights }, [at('rcs', 'off'), at('sms', 'template')])
  assert.deepEqual(held, { verdict: 'wait', reason: 'outside_safe_hours', until: new Date('2030-01-31T18:00:00Z') })
  const denied = decideOutreach('campaign', { ...free, consent: 'denied' }, [at('rcs', 'off')])
  assert.deepEqual(denied, { verdict: 'no', reason: 'no_consent' })
})

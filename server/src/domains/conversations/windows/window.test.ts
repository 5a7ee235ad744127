import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, channels, getProfile } from '@parley/amf'
import { fc } from '@parley/test-kit'
import { windowClosesAt, windowState } from './window.ts'

const now = new Date('2030-01-31T12:00:00.000Z')
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
const hour = 3_600_000

const windowed: Channel[] = ['messengerA', 'messengerB', 'socialC']
for (const channel of windowed) {
  test(`on ${channel} the window is open for 24 hours after the person last wrote`, () => {
    assert.equal(windowState(channel, now, now), 'open')
    assert.equal(windowState(channel, ago(24 * hour - 1), now), 'open')
    assert.equal(windowState(channel, ago(24 * hour), now), 'closed')
    assert.equal(windowState(channel, undefined, now), 'closed')
    assert.deepEqual(windowClosesAt(channel, ago(24 * hour)), now)
  })
}

test('on other channels the window is always open and never closes', () => {
  for (const channel of channels.filter((channel) => !windowed.includes(channel))) {
    assert.equal(windowState(channel, undefined, now), 'open')
    assert.equal(windowState(channel, ago(1000 * hour), now), 'open')
    assert.equal(windowClosesAt(channel, now), undefined)
  }
})

test('the window is open exactly until its closing time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...channels), fc.integer({ min: 0, max: 72 * hour }), (channel, quiet) => {
      const closesAt = windowClosesAt(channel, ago(quiet))
      assert.equal(closesAt === undefined, getProfile(channel).windowHours === undefined)
      assert.equal(windowState(channel, ago(quiet), now), !closesAt || now < closesAt ? 'open' : 'closed')
    }),
  )
})

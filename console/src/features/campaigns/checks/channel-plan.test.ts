import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChannelPlans, listSharedProviders } from './channel-plan.ts'

const part = (channel: 'rcs' | 'sms' | 'messengerA', people: number) => ({
  ...{ channel, people },
  ...{ perSecond: 2, seconds: people / 2 },
})

test('each channel shows its people, provider, rate and time, the most frequent first, and a person to preview', () => {
  const plans = listChannelPlans({
    channels: { sms: 2, rcs: 8 },
    estimate: [
      { provider: 'one', seconds: 4, channels: [part('rcs', 8)] },
      { provider: 'two', seconds: 1, channels: [part('sms', 2)] },
    ],
    previews: [
      { personId: 'per_1', text: 'x', channel: 'rcs' },
      { personId: 'per_2', text: 'x', channel: 'sms' },
    ],
  })
  assert.deepEqual(plans, [
    { channel: 'rcs', people: 8, provider: 'one', perSecond: 2, seconds: 4, previewOf: 'per_1' },
    { channel: 'sms', people: 2, provider: 'two', perSecond: 2, seconds: 1, previewOf: 'per_2' },
  ])
})

test('previews of a campaign with one channel name none, and an older campaign has no rates', () => {
  const previews = [{ personId: 'per_1', text: 'x' }]
  const plans = listChannelPlans({ channels: { rcs: 3 }, estimate: [{ provider: 'one', seconds: 4 }], previews })
  assert.deepEqual(plans, [{ channel: 'rcs', people: 3, previewOf: 'per_1' }])
  assert.deepEqual(listChannelPlans({}), [])
})

test('a provider of several channels has one time for all of them', () => {
  const shared = { provider: 'one', seconds: 5, channels: [part('rcs', 8), part('messengerA', 2)] }
  const single = { provider: 'two', seconds: 1, channels: [part('sms', 2)] }
  assert.deepEqual(listSharedProviders({ estimate: [shared, single, { provider: 'old', seconds: 2 }] }), [shared])
})

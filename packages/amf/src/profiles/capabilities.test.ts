import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '../model/channels.ts'
import { getProfile } from './index.ts'
import { describeCapabilities } from './profile.ts'

const about = { userId: 'asid_1', provider: 'whatsapp-cloud' }

test('the capability document of messengerA holds every field of the specification', () => {
  const { media, ...document } = describeCapabilities(getProfile('messengerA'), { ...about, windowState: 'closed' })
  assert.deepEqual(document, {
    userId: 'asid_1',
    channel: 'messengerA',
    provider: 'whatsapp-cloud',
    text: { maxLength: 4096, markdown: 'starred' },
    chips: { max: 3, labelMaxLength: 20, kinds: ['reply', 'url'] },
    card: true,
    carousel: true,
    listPicker: true,
    timePicker: false,
    locationRequest: true,
    typing: true,
    readReceipts: true,
    window: { state: 'closed', hours: 24 },
  })
  assert.ok(media.types.includes('image/png'))
  assert.equal(media.maxBytes, 5_000_000)
})

test('a plain-text channel reports markdown false', () => {
  assert.equal(describeCapabilities(getProfile('sms'), about).text.markdown, false)
})

test('read receipts are false for a channel that reports only delivery', () => {
  assert.equal(describeCapabilities(getProfile('sms'), about).readReceipts, false)
})

test('a reply window of unknown state is open', () => {
  assert.deepEqual(describeCapabilities(getProfile('socialC'), about).window, { state: 'open', hours: 24 })
})

test('a channel without a reply window is never closed', () => {
  assert.deepEqual(describeCapabilities(getProfile('rcs'), { ...about, windowState: 'closed' }).window, {
    state: 'open',
  })
})

for (const channel of channels) {
  test(`the capability document of ${channel} has the same fields as any other, and is JSON`, () => {
    const document = describeCapabilities(getProfile(channel), about)
    assert.deepEqual(Object.keys(document), Object.keys(describeCapabilities(getProfile('webchat'), about)))
    assert.deepEqual(JSON.parse(JSON.stringify(document)), document)
  })
}

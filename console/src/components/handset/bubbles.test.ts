import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel, ContentMessage } from '@parley/amf'
import { createPersonBubble, toAmfBubbles, toRenderedBubbles } from './bubbles.ts'
import { sampleMessagesByKind } from './testing/sample-messages.ts'

const bubblesOn = (channel: Channel, message: ContentMessage | undefined) =>
  toAmfBubbles(message, { channel, messageId: 'm1', at: '2030-01-31T09:00:00Z', delivery: 'read' })

test('SMS shows its segment count and text only', () => {
  for (const { view, sms } of bubblesOn('sms', sampleMessagesByKind.card)) {
    assert.deepEqual([view?.kind, view?.chips], ['text', []])
    assert.ok(sms && sms.segments >= 1)
  }
})

test('only the last bubble of a message shows the delivery state', () => {
  const bubbles = bubblesOn('rcs', sampleMessagesByKind.media)
  assert.deepEqual(
    bubbles.map(({ delivery }) => delivery),
    [undefined, 'read'],
  )
})

test('a message without a view appears as its text', () => {
  const [bubble] = toRenderedBubbles([{ text: 'Hello there' }], { messageId: 'm1' })
  assert.deepEqual(bubble?.view, { kind: 'text', text: [{ text: 'Hello there' }], chips: [] })
})

test('a message that is not AMF appears as the text that accompanies it', () => {
  const [bubble] = toAmfBubbles({ spec: 'amf/9' }, { channel: 'rcs', messageId: 'm1' }, 'As it was read')
  assert.equal(bubble?.plain, 'As it was read')
})

test('a picture that a person sends appears as a picture without text', () => {
  const media = { url: 'https://example.com/boat.jpg', mediaType: 'image/jpeg' }
  assert.deepEqual(createPersonBubble({ id: 'e1', text: '', media }).view, {
    kind: 'media',
    media: { ...media, kind: 'image', name: 'boat.jpg' },
    chips: [],
  })
})

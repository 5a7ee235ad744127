import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BubbleView } from '@parley/amf'
import { toLabBubbles, toTapEvent } from './lab-bubbles.ts'
import type { LabMessage } from './lab-client.ts'

const message = (more: Partial<LabMessage>): LabMessage => ({
  messageId: 'msg_1',
  at: '2030-01-31T09:00:00Z',
  direction: 'out',
  native: {},
  text: 'Which size?',
  state: 'delivered',
  ...more,
})
const view: BubbleView = {
  kind: 'list',
  text: [{ text: 'Which size?' }],
  button: 'Choose',
  multiple: true,
  rows: [
    { title: 'Small', tap: 0 },
    { title: 'Large', tap: 1 },
  ],
  chips: [{ label: 'Help', kind: 'reply', tap: 2 }],
}

test('an outbound message appears with its view and its state', () => {
  const [bubble] = toLabBubbles([message({ view })])
  assert.deepEqual([bubble?.from, bubble?.view, bubble?.delivery], ['agent', view, 'delivered'])
})

test('a message from before views appears as its text', () => {
  assert.equal(toLabBubbles([message({})])[0]?.view?.kind, 'text')
})

test('a file that the person sent appears as a picture', () => {
  const native = { type: 'media', url: 'https://example.com/boat.png' }
  const [bubble] = toLabBubbles([message({ direction: 'in', native, text: '' })])
  assert.equal(bubble?.view?.kind, 'media')
})

test('a tap on a chip names its postback, and choices from a list are picked', () => {
  const bubbles = toLabBubbles([message({ view })])
  const tapped = (indexes: number[]) => toTapEvent({ messageId: 'msg_1', indexes, labels: ['Small'] }, bubbles)
  assert.deepEqual(tapped([2]), { type: 'tap', label: 'amf|msg_1|2', messageId: 'msg_1' })
  assert.deepEqual(tapped([0]), { type: 'pick', id: 'amf|msg_1|0' })
  assert.deepEqual(tapped([0, 1]), { type: 'pick', id: 'amf|msg_1|0', also: ['amf|msg_1|1'] })
})

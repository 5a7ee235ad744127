import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bubble } from '../render/bubble.ts'
import { toReadableBubble } from './builders.ts'
import { createBubbleChip, createRenderedText, sampleBubbles } from './testing/bubbles.ts'

const cases: [title: string, bubble: Bubble, text: string][] = [
  ['a text without its marks', { ...sampleBubbles.text, text: { marked: '*Hi*', plain: 'Hi' } }, 'Hi'],
  ['the caption of media', { ...sampleBubbles.media, caption: createRenderedText('Our dog') }, 'Our dog'],
  ['what a picture shows, where it has no caption', sampleBubbles.media, 'A dog'],
  ['nothing of media without words', { ...sampleBubbles.media, alt: undefined }, ''],
  ['a card as title and description', sampleBubbles.card, 'Room\nQuiet'],
  ['the cards of a carousel apart from each other', sampleBubbles.carousel, 'One\n\nTwo'],
  ['a list with a line for each row', sampleBubbles.list, 'Which one?\nRed: Warm\nBlue'],
  ['times by their labels', sampleBubbles.times, 'When?\nFri 10:00\nFri 11:30'],
  ['the question for a location', sampleBubbles.locationRequest, 'Where are you?'],
  ['a place by name and address', sampleBubbles.place, 'Shop\n1 Main St'],
  ['a place of coordinates alone as nothing', { ...sampleBubbles.place, name: undefined, address: undefined }, ''],
  [
    'the words of a native payload in order',
    {
      kind: 'native',
      payload: { type: 'interactive', body: { text: 'Pick' }, rows: [{ id: 'x', title: 'A', description: 'b' }] },
      chips: [],
    },
    'Pick\nA\nb',
  ],
  ['the words of a native payload of sms', { kind: 'native', payload: { Body: 'Hello' }, chips: [] }, 'Hello'],
]

for (const [title, bubble, text] of cases) {
  test(`a person reads ${title}`, () => {
    assert.equal(toReadableBubble(bubble).text, text)
  })
}

test('the chips of cards precede those under the bubble', () => {
  const { chips } = toReadableBubble({ ...sampleBubbles.carousel, chips: [createBubbleChip('url', 'More', 3)] })
  assert.deepEqual(chips, [
    { label: 'Select', kind: 'reply', tap: 1 },
    { label: 'Select', kind: 'reply', tap: 2 },
    { label: 'More', kind: 'url', tap: 3 },
  ])
})

test('the rows of a list and the slots of a time picker are not chips', () => {
  assert.deepEqual(toReadableBubble(sampleBubbles.list).chips, [])
  assert.deepEqual(toReadableBubble(sampleBubbles.times).chips, [])
})

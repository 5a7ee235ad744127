import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bubble } from '../render/bubble.ts'
import { shownOf } from './shown.ts'
import { chip, samples, shown } from './testing/bubbles.ts'

const cases: [title: string, bubble: Bubble, text: string][] = [
  ['a text without its marks', { ...samples.text, text: { marked: '*Hi*', plain: 'Hi' } }, 'Hi'],
  ['the caption of media', { ...samples.media, caption: shown('Our dog') }, 'Our dog'],
  ['what a picture shows, where it has no caption', samples.media, 'A dog'],
  ['nothing of media without words', { ...samples.media, alt: undefined }, ''],
  ['a card as title and description', samples.card, 'Room\nQuiet'],
  ['the cards of a carousel apart from each other', samples.carousel, 'One\n\nTwo'],
  ['a list with a line for each row', samples.list, 'Which one?\nRed: Warm\nBlue'],
  ['times by their labels', samples.times, 'When?\nFri 10:00\nFri 11:30'],
  ['the question for a location', samples.locationRequest, 'Where are you?'],
  ['a place by name and address', samples.place, 'Shop\n1 Main St'],
  ['a place of coordinates alone as nothing', { ...samples.place, name: undefined, address: undefined }, ''],
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
    assert.equal(shownOf(bubble).text, text)
  })
}

test('chips of cards come before those under the bubble', () => {
  const { chips } = shownOf({ ...samples.carousel, chips: [chip('url', 'More', 3)] })
  assert.deepEqual(chips, [
    { label: 'Select', kind: 'reply', tap: 1 },
    { label: 'Select', kind: 'reply', tap: 2 },
    { label: 'More', kind: 'url', tap: 3 },
  ])
})

test('rows of a list and slots of a time picker are no chips', () => {
  assert.deepEqual(shownOf(samples.list).chips, [])
  assert.deepEqual(shownOf(samples.times).chips, [])
})

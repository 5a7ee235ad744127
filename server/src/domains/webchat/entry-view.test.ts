import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { readFormerPayload, readStoredView } from './entry-view.ts'

const chip = { label: 'Select', kind: 'reply', postback: 'amf|m1|3' }
const convertedChip = { ...chip, tap: 3 }
const start = { iso: '2027-03-04T10:00:00+01:00', tz: 'Europe/Berlin' }

const cases: [title: string, stored: unknown, view: unknown][] = [
  [
    'a text of the visitor',
    { kind: 'said', text: 'A *boat*' },
    { kind: 'text', text: [{ text: 'A *boat*' }], chips: [] },
  ],
  [
    'a location of the visitor',
    { kind: 'place', latitude: 54.1, longitude: 12.1 },
    { kind: 'place', place: { latitude: 54.1, longitude: 12.1 }, chips: [] },
  ],
  [
    'a text',
    { kind: 'text', text: 'A **boat**', chips: [chip] },
    { kind: 'text', text: [{ text: 'A ' }, { text: 'boat', bold: true }], chips: [convertedChip] },
  ],
  [
    'media',
    { kind: 'media', url: 'https://x.test/a.png', mediaType: 'image/png', alt: 'Pier', caption: 'The pier', chips: [] },
    {
      kind: 'media',
      media: { url: 'https://x.test/a.png', mediaType: 'image/png', kind: 'image', name: 'a.png', alt: 'Pier' },
      text: [{ text: 'The pier' }],
      chips: [],
    },
  ],
  [
    'a card',
    { kind: 'card', card: { title: 'Sloop', description: 'Seats four', chips: [chip] }, chips: [] },
    {
      kind: 'card',
      card: { title: 'Sloop', description: [{ text: 'Seats four' }], chips: [convertedChip] },
      chips: [],
    },
  ],
  [
    'a carousel',
    { kind: 'carousel', cards: [{ mediaUrl: 'https://x.test/a.png', chips: [] }], chips: [] },
    { kind: 'carousel', cards: [{ mediaUrl: 'https://x.test/a.png', chips: [] }], chips: [] },
  ],
  [
    'a list',
    {
      kind: 'list',
      text: 'Which?',
      button: 'Choose',
      multiple: true,
      rows: [{ id: 'a', title: 'Vests', postback: 'amf|m1|0' }],
      chips: [],
    },
    {
      kind: 'list',
      text: [{ text: 'Which?' }],
      button: 'Choose',
      multiple: true,
      rows: [{ title: 'Vests', postback: 'amf|m1|0', tap: 0 }],
      chips: [],
    },
  ],
  [
    'times',
    {
      kind: 'times',
      text: 'When?',
      durationMinutes: 30,
      slots: [{ id: 's', start, label: '10:00', postback: 'amf|m1|1' }],
      chips: [],
    },
    {
      kind: 'times',
      text: [{ text: 'When?' }],
      durationMinutes: 30,
      slots: [{ start, label: '10:00', postback: 'amf|m1|1', tap: 1 }],
      chips: [],
    },
  ],
]

for (const [title, stored, view] of cases) {
  test(`${title} that was stored before entries had views is still shown`, () => {
    assert.deepEqual(readStoredView(stored), view)
  })
}

test('anything else is no former payload', () => {
  fc.assert(fc.property(fc.anything(), (value) => assert.equal(readFormerPayload(value), undefined)))
  for (const [, stored] of cases)
    for (const broken of [
      { chips: [{}] },
      { kind: 'constructor' },
      { kind: '__proto__' },
      { text: 7, card: 7, media: 7 },
    ])
      assert.doesNotThrow(() => readFormerPayload({ ...(stored as object), ...broken }))
  assert.equal(readFormerPayload({ kind: 'text', text: 'x', chips: [{ label: 'no kind', postback: 'p' }] }), undefined)
})

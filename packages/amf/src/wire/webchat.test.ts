import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBubbleChip, sampleBubbles } from './testing/bubbles.ts'
import { type PayloadCase, writePayload } from './testing/written.ts'

const cases: PayloadCase[] = [
  [
    'a text goes with its marks, and chips with postbacks in place of taps',
    { ...sampleBubbles.text, text: { marked: '**Hi**', plain: 'Hi' }, chips: [createBubbleChip('url', 'Open', 1)] },
    {
      kind: 'text',
      text: '**Hi**',
      chips: [{ label: 'Open', kind: 'url', url: 'https://example.com/shop', postback: 'amf|m1|1' }],
    },
  ],
  [
    'media go with their caption',
    { ...sampleBubbles.media, caption: { marked: '*Rex*', plain: 'Rex' } },
    {
      kind: 'media',
      url: 'https://cdn.example.com/a.png',
      mediaType: 'image/png',
      alt: 'A dog',
      caption: '*Rex*',
      chips: [],
    },
  ],
  [
    'media without words have no empty members',
    { ...sampleBubbles.media, alt: undefined },
    { kind: 'media', url: 'https://cdn.example.com/a.png', mediaType: 'image/png', chips: [] },
  ],
  [
    'a card keeps its own chips',
    { kind: 'card', card: { title: 'Room', chips: [createBubbleChip('reply', 'Book', 1)] }, chips: [] },
    {
      kind: 'card',
      card: { title: 'Room', chips: [{ label: 'Book', kind: 'reply', postback: 'amf|m1|1' }] },
      chips: [],
    },
  ],
  [
    'a carousel is its cards',
    sampleBubbles.carousel,
    {
      kind: 'carousel',
      cards: [
        {
          title: 'One',
          mediaUrl: 'https://cdn.example.com/1.png',
          chips: [{ label: 'Select', kind: 'reply', postback: 'amf|m1|1' }],
        },
        {
          title: 'Two',
          mediaUrl: 'https://cdn.example.com/2.png',
          chips: [{ label: 'Select', kind: 'reply', postback: 'amf|m1|2' }],
        },
      ],
      chips: [],
    },
  ],
  [
    'a list is its rows',
    sampleBubbles.list,
    {
      kind: 'list',
      text: 'Which one?',
      button: 'Choose',
      multiple: false,
      rows: [
        { title: 'Red', description: 'Warm', postback: 'amf|m1|1' },
        { title: 'Blue', postback: 'amf|m1|2' },
      ],
      chips: [],
    },
  ],
  [
    'times are slots with their zone',
    sampleBubbles.times,
    {
      kind: 'times',
      text: 'When?',
      durationMinutes: 30,
      slots: [
        {
          start: { iso: '2026-11-20T10:00:00-05:00', tz: 'America/New_York' },
          label: 'Fri 10:00',
          postback: 'amf|m1|1',
        },
        {
          start: { iso: '2026-11-20T11:30:00-05:00', tz: 'America/New_York' },
          label: 'Fri 11:30',
          postback: 'amf|m1|2',
        },
      ],
      chips: [],
    },
  ],
]

for (const [title, bubble, payload] of cases) {
  test(`on webchat ${title}`, () => {
    assert.deepStrictEqual(writePayload('webchat', bubble), payload)
  })
}

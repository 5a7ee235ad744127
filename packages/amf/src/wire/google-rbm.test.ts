import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarEvent } from '../model/values.ts'
import type { Bubble } from '../render/bubble.ts'
import { googleRbmWire } from './google-rbm.ts'
import { createBubbleChip, sampleBubbles, testWireContext } from './testing/bubbles.ts'
import { type PayloadCase, writePayload } from './testing/written.ts'

const start = { iso: '2026-11-20T10:00:00-05:00', tz: 'America/New_York' }
const withEvent = (event: CalendarEvent): Bubble => ({
  ...sampleBubbles.text,
  chips: [{ ...createBubbleChip('calendar', 'Save', 1), event }],
})
const calendarAction = (action: object) => ({
  contentMessage: {
    text: 'Hello',
    suggestions: [{ action: { text: 'Save', postbackData: 'amf|m1|1', createCalendarEventAction: action } }],
  },
})

const cases: PayloadCase[] = [
  ['a text is a message of its own', sampleBubbles.text, { contentMessage: { text: 'Hello' } }],
  [
    'each kind of chip is a suggestion that carries its postback',
    {
      ...sampleBubbles.text,
      chips: [
        createBubbleChip('reply', 'Mon 9:00', 1),
        createBubbleChip('dial', 'Call us', 2),
        createBubbleChip('url', 'Open', 3),
        createBubbleChip('viewLocation', 'Map', 4),
        createBubbleChip('shareLocation', 'Share location', 5),
        createBubbleChip('calendar', 'Add to calendar', 6),
      ],
    },
    {
      contentMessage: {
        text: 'Hello',
        suggestions: [
          { reply: { text: 'Mon 9:00', postbackData: 'amf|m1|1' } },
          { action: { text: 'Call us', postbackData: 'amf|m1|2', dialAction: { phoneNumber: '+15551230001' } } },
          {
            action: {
              text: 'Open',
              postbackData: 'amf|m1|3',
              fallbackUrl: 'https://example.com/shop',
              openUrlAction: { url: 'https://example.com/shop' },
            },
          },
          {
            action: {
              text: 'Map',
              postbackData: 'amf|m1|4',
              viewLocationAction: { latLong: { latitude: 1, longitude: 2 }, label: 'Shop, 1 Main St' },
            },
          },
          { action: { text: 'Share location', postbackData: 'amf|m1|5', shareLocationAction: {} } },
          {
            action: {
              text: 'Add to calendar',
              postbackData: 'amf|m1|6',
              createCalendarEventAction: {
                startTime: '2026-11-20T15:00:00Z',
                endTime: '2026-11-20T15:30:00Z',
                title: 'Visit',
                description: 'Bring a picture',
              },
            },
          },
        ],
      },
    },
  ],
  [
    'an event without an end lasts an hour, and its place stands in the description',
    withEvent({ title: 'Visit', start, location: 'Room 1', description: 'Ring twice' }),
    calendarAction({
      startTime: '2026-11-20T15:00:00Z',
      endTime: '2026-11-20T16:00:00Z',
      title: 'Visit',
      description: 'Room 1\nRing twice',
    }),
  ],
  [
    'title and description of an event are cut',
    withEvent({ title: 't'.repeat(101), start, end: start, description: 'd'.repeat(1001) }),
    calendarAction({
      startTime: '2026-11-20T15:00:00Z',
      endTime: '2026-11-20T15:00:00Z',
      title: `${'t'.repeat(99)}…`,
      description: `${'d'.repeat(999)}…`,
    }),
  ],
  [
    'a place without coordinates is searched by name and address',
    {
      ...sampleBubbles.text,
      chips: [{ ...createBubbleChip('viewLocation', 'Map', 1), place: { name: 'Shop', address: '1 Main St' } }],
    },
    {
      contentMessage: {
        text: 'Hello',
        suggestions: [
          {
            action: { text: 'Map', postbackData: 'amf|m1|1', viewLocationAction: { query: 'Shop, 1 Main St' } },
          },
        ],
      },
    },
  ],
  [
    'a card stands alone, upright, with a tall picture and its own suggestions',
    {
      ...sampleBubbles.card,
      card: { ...sampleBubbles.card.card, chips: [createBubbleChip('reply', 'Book', 1)] },
      chips: [createBubbleChip('reply', 'Later', 2)],
    },
    {
      contentMessage: {
        richCard: {
          standaloneCard: {
            cardOrientation: 'VERTICAL',
            cardContent: {
              title: 'Room',
              description: 'Quiet',
              media: {
                height: 'TALL',
                contentInfo: { fileUrl: 'https://cdn.example.com/room.png', forceRefresh: false },
              },
              suggestions: [{ reply: { text: 'Book', postbackData: 'amf|m1|1' } }],
            },
          },
        },
        suggestions: [{ reply: { text: 'Later', postbackData: 'amf|m1|2' } }],
      },
    },
  ],
  [
    'a carousel has cards of medium width and height',
    sampleBubbles.carousel,
    {
      contentMessage: {
        richCard: {
          carouselCard: {
            cardWidth: 'MEDIUM',
            cardContents: [
              {
                title: 'One',
                media: {
                  height: 'MEDIUM',
                  contentInfo: { fileUrl: 'https://cdn.example.com/1.png', forceRefresh: false },
                },
                suggestions: [{ reply: { text: 'Select', postbackData: 'amf|m1|1' } }],
              },
              {
                title: 'Two',
                media: {
                  height: 'MEDIUM',
                  contentInfo: { fileUrl: 'https://cdn.example.com/2.png', forceRefresh: false },
                },
                suggestions: [{ reply: { text: 'Select', postbackData: 'amf|m1|2' } }],
              },
            ],
          },
        },
      },
    },
  ],
  [
    'media are a file',
    sampleBubbles.media,
    { contentMessage: { contentInfo: { fileUrl: 'https://cdn.example.com/a.png', forceRefresh: false } } },
  ],
]

for (const [title, bubble, payload] of cases) {
  test(`on rcs ${title}`, () => {
    assert.deepStrictEqual(writePayload('rcs', bubble), payload)
  })
}

test('a chip without the target of its kind throws with an explanation', () => {
  const bubble: Bubble = { ...sampleBubbles.text, chips: [{ label: 'Open', kind: 'url', tap: 1 }] }
  assert.throws(() => googleRbmWire(bubble, testWireContext), /there is no url/)
})

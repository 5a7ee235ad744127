import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bubble } from '../render/bubble.ts'
import { appleWire } from './apple.ts'
import { createBubbleChip, createRenderedText, sampleBubbles, testWireContext } from './testing/bubbles.ts'
import { type PayloadCase, writePayload } from './testing/written.ts'

const interactive = (title: string, data: object) => ({
  type: 'interactive',
  interactiveData: {
    bid: 'com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.icloud.apps.messages.business.extension',
    useLiveLayout: true,
    receivedMessage: { title, style: 'icon' },
    replyMessage: { title, style: 'icon' },
    data: { version: '1.0', requestIdentifier: 'amf|m1|1', ...data },
  },
})

const cases: PayloadCase[] = [
  ['a text is a text', sampleBubbles.text, { type: 'text', body: 'Hello' }],
  [
    'replies under a text are a quick reply',
    { ...sampleBubbles.text, chips: [createBubbleChip('reply', 'Yes', 1), createBubbleChip('reply', 'No', 2)] },
    interactive('Hello', {
      'quick-reply': {
        summaryText: 'Hello',
        items: [
          { identifier: 'amf|m1|1', title: 'Yes' },
          { identifier: 'amf|m1|2', title: 'No' },
        ],
      },
    }),
  ],
  [
    'a list is a list picker of one section, with its pictures beside',
    {
      ...sampleBubbles.list,
      multiple: true,
      rows: [
        { title: 'Red', description: 'Warm', tap: 1 },
        { title: 'Blue', mediaUrl: 'https://cdn.example.com/blue.png', tap: 2 },
      ],
    },
    interactive('Which one?', {
      images: [{ identifier: 'picture-1', data: { $png: 'https://cdn.example.com/blue.png' } }],
      listPicker: {
        sections: [
          {
            title: 'Which one?',
            order: 0,
            multipleSelection: true,
            items: [
              { identifier: 'amf|m1|1', title: 'Red', subtitle: 'Warm', order: 0, style: 'default' },
              {
                identifier: 'amf|m1|2',
                title: 'Blue',
                order: 1,
                style: 'default',
                imageIdentifier: 'picture-1',
              },
            ],
          },
        ],
      },
    }),
  ],
  [
    'times are slots of an event, in UTC without seconds',
    sampleBubbles.times,
    interactive('When?', {
      event: {
        identifier: 'amf|m1|1',
        title: 'When?',
        timezoneOffset: -300,
        timeslots: [
          { identifier: 'amf|m1|1', startTime: '2026-11-20T15:00+0000', duration: 1800 },
          { identifier: 'amf|m1|2', startTime: '2026-11-20T16:30+0000', duration: 1800 },
        ],
      },
    }),
  ],
  [
    'media are an attachment, marked in the text before its caption',
    { ...sampleBubbles.media, caption: createRenderedText('Our dog') },
    {
      type: 'text',
      body: '\uFFFCOur dog',
      attachments: [{ name: 'a.png', mimeType: 'image/png', url: 'https://cdn.example.com/a.png' }],
    },
  ],
]

for (const [title, bubble, payload] of cases) {
  test(`on vendorMessages ${title}`, () => {
    assert.deepStrictEqual(writePayload('vendorMessages', bubble), payload)
  })
}

const offsets: [iso: string, tz: string, minutes: number][] = [
  ['2026-07-01T09:00:00-04:00', 'America/New_York', -240],
  ['2026-07-01T09:00:00+05:30', 'Asia/Kolkata', 330],
  ['2026-07-01T09:00:00Z', 'UTC', 0],
]
for (const [iso, tz, minutes] of offsets) {
  test(`a time picker for ${iso} in ${tz} is ${minutes} minutes from UTC`, () => {
    const bubble: Bubble = { ...sampleBubbles.times, slots: [{ start: { iso, tz }, label: 'Then', tap: 1 }] }
    const written = JSON.stringify(appleWire(bubble, testWireContext))
    assert.ok(written.includes(`"timezoneOffset":${minutes},`), written)
  })
}

for (const kind of ['media', 'list', 'times'] as const) {
  test(`chips under a ${kind} throw on vendorMessages, which cannot show them`, () => {
    assert.throws(
      () => appleWire({ ...sampleBubbles[kind], chips: [createBubbleChip('reply', 'Yes', 9)] }, testWireContext),
      /has no chips under/,
    )
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instagramWire, messengerWire } from './meta-send-api.ts'
import { createBubbleChip, sampleBubbles, testWireContext } from './testing/bubbles.ts'
import { type PayloadCase, writePayload } from './testing/written.ts'

const template = (...elements: object[]) => ({
  attachment: { type: 'template', payload: { template_type: 'generic', elements } },
})
const select = (tap: number) => ({ type: 'postback', title: 'Select', payload: `amf|m1|${tap}` })
const file = (type: string, url: string) => ({
  message: { attachment: { type, payload: { url, is_reusable: true } } },
})
const callable = { ...sampleBubbles.card, card: { title: 'Room', chips: [createBubbleChip('dial', 'Call', 1)] } }

const shared: PayloadCase[] = [
  ['a text is a text', sampleBubbles.text, { message: { text: 'Hello' } }],
  [
    'replies under a text are quick replies',
    { ...sampleBubbles.text, chips: [createBubbleChip('reply', 'Red', 1)] },
    {
      message: { text: 'Hello', quick_replies: [{ content_type: 'text', title: 'Red', payload: 'amf|m1|1' }] },
    },
  ],
  [
    'a card is a template of one element, with quick replies under it',
    {
      ...sampleBubbles.card,
      card: {
        ...sampleBubbles.card.card,
        chips: [createBubbleChip('reply', 'Select', 1), createBubbleChip('url', 'Open', 2)],
      },
      chips: [createBubbleChip('reply', 'Later', 3)],
    },
    {
      message: {
        ...template({
          title: 'Room',
          subtitle: 'Quiet',
          image_url: 'https://cdn.example.com/room.png',
          buttons: [select(1), { type: 'web_url', title: 'Open', url: 'https://example.com/shop' }],
        }),
        quick_replies: [{ content_type: 'text', title: 'Later', payload: 'amf|m1|3' }],
      },
    },
  ],
  [
    'a card of a title alone gets a blank subtitle, for an element needs something beside its title',
    { kind: 'card', card: { title: 'Room', chips: [] }, chips: [] },
    { message: template({ title: 'Room', subtitle: ' ' }) },
  ],
  [
    'a carousel is a template of several elements',
    sampleBubbles.carousel,
    {
      message: template(
        { title: 'One', image_url: 'https://cdn.example.com/1.png', buttons: [select(1)] },
        { title: 'Two', image_url: 'https://cdn.example.com/2.png', buttons: [select(2)] },
      ),
    },
  ],
  ['a picture is an image', sampleBubbles.media, file('image', 'https://cdn.example.com/a.png')],
  [
    'a film is a video',
    { ...sampleBubbles.media, mediaType: 'video/mp4' },
    file('video', 'https://cdn.example.com/a.png'),
  ],
  [
    'a recording is audio',
    { ...sampleBubbles.media, mediaType: 'audio/aac' },
    file('audio', 'https://cdn.example.com/a.png'),
  ],
  [
    'a document is a file',
    { ...sampleBubbles.media, mediaType: 'application/pdf' },
    file('file', 'https://cdn.example.com/a.png'),
  ],
]

const withCalls: PayloadCase[] = [
  ...shared,
  [
    'a number on a card is a button that calls',
    callable,
    {
      message: template({
        title: 'Room',
        buttons: [{ type: 'phone_number', title: 'Call', payload: '+15551230001' }],
      }),
    },
  ],
]

for (const [title, bubble, payload] of withCalls) {
  test(`on messengerB ${title}`, () => {
    assert.deepStrictEqual(writePayload('messengerB', bubble), payload)
  })
}

for (const [title, bubble, payload] of shared) {
  test(`on socialC ${title}`, () => {
    assert.deepStrictEqual(writePayload('socialC', bubble), payload)
  })
}

test('socialC has no call button', () => {
  assert.throws(() => instagramWire(callable, testWireContext), /no button of kind dial/)
})

test('a card without a title throws on messengerB with an explanation', () => {
  assert.throws(
    () => messengerWire({ ...sampleBubbles.card, card: { description: 'Quiet', chips: [] } }, testWireContext),
    /no title/,
  )
})

test('a link under a text throws on messengerB, whose quick replies only reply', () => {
  assert.throws(
    () => messengerWire({ ...sampleBubbles.text, chips: [createBubbleChip('url', 'Open', 1)] }, testWireContext),
    /cannot be of kind url/,
  )
})

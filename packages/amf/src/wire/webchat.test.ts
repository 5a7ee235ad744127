import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { render } from '../render/render.ts'
import { gallery } from '../render/testing/gallery.ts'
import { createBubbleChip, sampleBubbles } from './testing/bubbles.ts'
import { type PayloadCase, writePayload } from './testing/written.ts'
import { readWebchatPayload } from './webchat.ts'

const cases: PayloadCase[] = [
  [
    'a text is its runs, and chips have postbacks',
    { ...sampleBubbles.text, text: { marked: '**Hi**', plain: 'Hi' }, chips: [createBubbleChip('url', 'Open', 1)] },
    {
      kind: 'text',
      text: [{ text: 'Hi', bold: true }],
      chips: [{ label: 'Open', kind: 'url', tap: 1, url: 'https://example.com/shop', postback: 'amf|m1|1' }],
    },
  ],
  [
    'media have their caption as text',
    { ...sampleBubbles.media, caption: { marked: '*Rex*', plain: 'Rex' } },
    {
      kind: 'media',
      media: {
        url: 'https://cdn.example.com/a.png',
        mediaType: 'image/png',
        kind: 'image',
        name: 'a.png',
        alt: 'A dog',
      },
      text: [{ text: 'Rex', italic: true }],
      chips: [],
    },
  ],
  [
    'a card keeps its own chips',
    { kind: 'card', card: { title: 'Room', chips: [createBubbleChip('reply', 'Book', 1)] }, chips: [] },
    {
      kind: 'card',
      card: { title: 'Room', chips: [{ label: 'Book', kind: 'reply', tap: 1, postback: 'amf|m1|1' }] },
      chips: [],
    },
  ],
  [
    'the rows of a list have postbacks',
    sampleBubbles.list,
    {
      kind: 'list',
      text: [{ text: 'Which one?' }],
      button: 'Choose',
      multiple: false,
      rows: [
        { title: 'Red', description: 'Warm', tap: 1, postback: 'amf|m1|1' },
        { title: 'Blue', tap: 2, postback: 'amf|m1|2' },
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

const sent = Object.entries(gallery).flatMap(([name, exhibit]) =>
  render({ spec: 'amf/1', ...exhibit }, { channel: 'webchat', messageId: 'm1' }).messages.map((message) => ({
    name,
    ...message,
  })),
)

test('every message rendered for web chat can be shown, and its payload is its view with postbacks', () => {
  assert.ok(sent.length > 20)
  for (const { name, native, view } of sent) {
    assert.equal(readWebchatPayload(native), native, name)
    const withoutPostbacks = JSON.stringify(native, (key, value) => (key === 'postback' ? undefined : value))
    assert.deepEqual(JSON.parse(withoutPostbacks), JSON.parse(JSON.stringify(view)), name)
  }
})

test('any other payload cannot be shown', () => {
  fc.assert(fc.property(fc.anything(), (value) => assert.equal(readWebchatPayload(value), undefined)))
  const endless: unknown[] = []
  endless.push(endless)
  assert.equal(readWebchatPayload({ kind: 'text', text: endless, chips: [] }), undefined)
  const chip = { label: 'Yes', kind: 'reply', tap: 0 }
  for (const { native } of sent) {
    assert.equal(readWebchatPayload({ ...(native as object), extra: 1 }), undefined)
    assert.equal(readWebchatPayload({ ...(native as object), kind: 'constructor' }), undefined)
    assert.equal(readWebchatPayload({ ...(native as object), chips: [chip] }), undefined, 'a tap without a postback')
  }
})

test('Select on a card replies with the title of the card', () => {
  const items = ['Margherita', 'Marinara'].map((title) => ({ id: title.toLowerCase(), title }))
  const part = { type: 'showcase', intentId: 'pizza', prompt: 'Which one?', items } as const
  const { messages } = render({ spec: 'amf/1', parts: [part] }, { channel: 'webchat', messageId: 'm1' })
  const cards = messages.flatMap(({ view }) => (view.kind === 'carousel' ? view.cards : []))
  assert.deepEqual(
    cards.map(({ chips }) => chips.map(({ label, replyText }) => [label, replyText])),
    [[['Select', 'Margherita']], [['Select', 'Marinara']]],
  )
})

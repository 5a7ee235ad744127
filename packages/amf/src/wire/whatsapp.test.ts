import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBubbleChip, createRenderedText, sampleBubbles, testWireContext } from './testing/bubbles.ts'
import { type PayloadCase, writePayload } from './testing/written.ts'
import { whatsappWire } from './whatsapp.ts'

const picture = 'https://cdn.example.com/room.png'
const yesNo = [createBubbleChip('reply', 'Yes', 1), createBubbleChip('reply', 'No', 2)]
const yesNoAction = {
  buttons: [
    { type: 'reply', reply: { id: 'amf|m1|1', title: 'Yes' } },
    { type: 'reply', reply: { id: 'amf|m1|2', title: 'No' } },
  ],
}
const openAction = {
  name: 'cta_url',
  parameters: { display_text: 'Open', url: 'https://example.com/shop' },
}
const audio = { ...sampleBubbles.media, url: 'https://cdn.example.com/a.mp3', mediaType: 'audio/mpeg' }
const carouselCard = (at: number, title: string, action: object) => ({
  card_index: at,
  type: 'cta_url',
  header: { type: 'image', image: { link: `https://cdn.example.com/${at + 1}.png` } },
  body: { text: `*${title}*` },
  action,
})
const quickReply = (tap: number) => ({
  buttons: [{ type: 'quick_reply', quick_reply: { id: `amf|m1|${tap}`, title: 'Select' } }],
})

const texts: PayloadCase[] = [
  ['a text is a text', sampleBubbles.text, { type: 'text', text: { body: 'Hello' } }],
  [
    'a text with a link asks for its preview',
    { ...sampleBubbles.text, text: createRenderedText('See https://example.com') },
    { type: 'text', text: { body: 'See https://example.com', preview_url: true } },
  ],
  [
    'replies under a text are buttons',
    { ...sampleBubbles.text, chips: yesNo },
    { type: 'interactive', interactive: { type: 'button', body: { text: 'Hello' }, action: yesNoAction } },
  ],
  [
    'a link under a text is the one button that opens it',
    { ...sampleBubbles.text, chips: [createBubbleChip('url', 'Open', 1)] },
    { type: 'interactive', interactive: { type: 'cta_url', body: { text: 'Hello' }, action: openAction } },
  ],
]

const media: PayloadCase[] = [
  [
    'a picture carries its caption',
    { ...sampleBubbles.media, caption: createRenderedText('Our dog') },
    { type: 'image', image: { link: 'https://cdn.example.com/a.png', caption: 'Our dog' } },
  ],
  [
    'a film is a video',
    { ...sampleBubbles.media, url: 'https://cdn.example.com/a.mp4', mediaType: 'video/mp4' },
    { type: 'video', video: { link: 'https://cdn.example.com/a.mp4' } },
  ],
  [
    'anything else is a document with its name',
    { ...sampleBubbles.media, url: 'https://cdn.example.com/a%20b.pdf', mediaType: 'application/pdf' },
    { type: 'document', document: { link: 'https://cdn.example.com/a%20b.pdf', filename: 'a b.pdf' } },
  ],
  ['a recording is audio', audio, { type: 'audio', audio: { link: 'https://cdn.example.com/a.mp3' } }],
  [
    'a recording with a caption becomes a link, for it can carry none',
    { ...audio, caption: createRenderedText('Listen') },
    { type: 'text', text: { body: 'Listen\nhttps://cdn.example.com/a.mp3', preview_url: true } },
  ],
  [
    'replies under a picture make it the header of a message with buttons',
    { ...sampleBubbles.media, chips: yesNo },
    {
      type: 'interactive',
      interactive: {
        type: 'button',
        header: { type: 'image', image: { link: 'https://cdn.example.com/a.png' } },
        body: { text: 'A dog' },
        action: yesNoAction,
      },
    },
  ],
  [
    'a picture without any words borrows those of its buttons',
    { ...sampleBubbles.media, alt: undefined, chips: yesNo },
    {
      type: 'interactive',
      interactive: {
        type: 'button',
        header: { type: 'image', image: { link: 'https://cdn.example.com/a.png' } },
        body: { text: 'Yes / No' },
        action: yesNoAction,
      },
    },
  ],
]

const cards: PayloadCase[] = [
  [
    'a card with replies is a picture above words and buttons',
    { ...sampleBubbles.card, card: { ...sampleBubbles.card.card, chips: yesNo } },
    {
      type: 'interactive',
      interactive: {
        type: 'button',
        header: { type: 'image', image: { link: picture } },
        body: { text: '*Room*\nQuiet' },
        action: yesNoAction,
      },
    },
  ],
  [
    'a card with a link opens it',
    { kind: 'card', card: { title: 'Room', chips: [createBubbleChip('url', 'Open', 1)] }, chips: [] },
    { type: 'interactive', interactive: { type: 'cta_url', body: { text: '*Room*' }, action: openAction } },
  ],
  [
    'replies under a card join those on it',
    {
      ...sampleBubbles.card,
      card: { title: 'Room', chips: [createBubbleChip('reply', 'Yes', 1)] },
      chips: [createBubbleChip('reply', 'No', 2)],
    },
    { type: 'interactive', interactive: { type: 'button', body: { text: '*Room*' }, action: yesNoAction } },
  ],
  [
    'a card without chips is a picture with a caption',
    sampleBubbles.card,
    { type: 'image', image: { link: picture, caption: '*Room*\nQuiet' } },
  ],
  [
    'a card without chips and picture is a text',
    { kind: 'card', card: { title: 'A * B', description: 'Quiet', chips: [] }, chips: [] },
    { type: 'text', text: { body: 'A * B\nQuiet' } },
  ],
  [
    'a carousel of replies says its titles above the cards',
    sampleBubbles.carousel,
    {
      type: 'interactive',
      interactive: {
        type: 'carousel',
        body: { text: 'One · Two' },
        action: { cards: [carouselCard(0, 'One', quickReply(1)), carouselCard(1, 'Two', quickReply(2))] },
      },
    },
  ],
  [
    'a carousel of links opens one from each card',
    {
      ...sampleBubbles.carousel,
      cards: sampleBubbles.carousel.cards.map((card, at) => ({
        ...card,
        chips: [createBubbleChip('url', 'Open', at)],
      })),
    },
    {
      type: 'interactive',
      interactive: {
        type: 'carousel',
        body: { text: 'One · Two' },
        action: { cards: [carouselCard(0, 'One', openAction), carouselCard(1, 'Two', openAction)] },
      },
    },
  ],
]

const others: PayloadCase[] = [
  [
    'a list has one section, and no description where a row has none',
    sampleBubbles.list,
    {
      type: 'interactive',
      interactive: {
        type: 'list',
        body: { text: 'Which one?' },
        action: {
          button: 'Choose',
          sections: [
            {
              rows: [
                { id: 'amf|m1|1', title: 'Red', description: 'Warm' },
                { id: 'amf|m1|2', title: 'Blue' },
              ],
            },
          ],
        },
      },
    },
  ],
  [
    'a location is asked for by a message of its own kind',
    sampleBubbles.locationRequest,
    {
      type: 'interactive',
      interactive: {
        type: 'location_request_message',
        body: { text: 'Where are you?' },
        action: { name: 'send_location' },
      },
    },
  ],
  [
    'a place is a location',
    sampleBubbles.place,
    { type: 'location', location: { latitude: 1, longitude: 2, name: 'Shop', address: '1 Main St' } },
  ],
  [
    'a place of coordinates alone has no name',
    { ...sampleBubbles.place, name: undefined, address: undefined },
    { type: 'location', location: { latitude: 1, longitude: 2 } },
  ],
]

for (const [title, bubble, payload] of [...texts, ...media, ...cards, ...others]) {
  test(`on messengerA ${title}`, () => {
    assert.deepStrictEqual(writePayload('messengerA', bubble), payload)
  })
}

test('the text of a carousel card has no line break except the one after its title', () => {
  const cards = sampleBubbles.carousel.cards.map((card) => ({ ...card, description: 'a\n\nb\nc' }))
  const written = JSON.stringify(whatsappWire({ ...sampleBubbles.carousel, cards }, testWireContext))
  assert.ok(written.includes('"text":"*One*\\na b c"'), written)
})

test('replies next to a link throw on messengerA with an explanation', () => {
  const chips = [createBubbleChip('reply', 'Yes', 1), createBubbleChip('url', 'Open', 2)]
  assert.throws(() => whatsappWire({ ...sampleBubbles.text, chips }, testWireContext), /replies or one link/)
})

test('a carousel of cards without buttons throws on messengerA, because Meta refuses it', () => {
  const cards = sampleBubbles.carousel.cards.map((card) => ({ ...card, chips: [] }))
  assert.throws(() => whatsappWire({ ...sampleBubbles.carousel, cards }, testWireContext), /no buttons/)
})

for (const kind of ['carousel', 'list', 'locationRequest', 'place'] as const) {
  test(`chips under a ${kind} throw on messengerA, which cannot show them`, () => {
    assert.throws(() => whatsappWire({ ...sampleBubbles[kind], chips: yesNo }, testWireContext), /has no chips under/)
  })
}

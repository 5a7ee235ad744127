import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chip, context, samples, shown } from './testing/bubbles.ts'
import { type PayloadCase, written } from './testing/written.ts'
import { whatsapp } from './whatsapp.ts'

const picture = 'https://cdn.example.com/room.png'
const yesNo = [chip('reply', 'Yes', 1), chip('reply', 'No', 2)]
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
const audio = { ...samples.media, url: 'https://cdn.example.com/a.mp3', mediaType: 'audio/mpeg' }
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
  ['a text is a text', samples.text, { type: 'text', text: { body: 'Hello' } }],
  [
    'a text with a link asks for its preview',
    { ...samples.text, text: shown('See https://example.com') },
    { type: 'text', text: { body: 'See https://example.com', preview_url: true } },
  ],
  [
    'replies under a text are buttons',
    { ...samples.text, chips: yesNo },
    { type: 'interactive', interactive: { type: 'button', body: { text: 'Hello' }, action: yesNoAction } },
  ],
  [
    'a link under a text is the one button that opens it',
    { ...samples.text, chips: [chip('url', 'Open', 1)] },
    { type: 'interactive', interactive: { type: 'cta_url', body: { text: 'Hello' }, action: openAction } },
  ],
]

const media: PayloadCase[] = [
  [
    'a picture carries its caption',
    { ...samples.media, caption: shown('Our dog') },
    { type: 'image', image: { link: 'https://cdn.example.com/a.png', caption: 'Our dog' } },
  ],
  [
    'a film is a video',
    { ...samples.media, url: 'https://cdn.example.com/a.mp4', mediaType: 'video/mp4' },
    { type: 'video', video: { link: 'https://cdn.example.com/a.mp4' } },
  ],
  [
    'anything else is a document with its name',
    { ...samples.media, url: 'https://cdn.example.com/a%20b.pdf', mediaType: 'application/pdf' },
    { type: 'document', document: { link: 'https://cdn.example.com/a%20b.pdf', filename: 'a b.pdf' } },
  ],
  ['a recording is audio', audio, { type: 'audio', audio: { link: 'https://cdn.example.com/a.mp3' } }],
  [
    'a recording with a caption becomes a link, for it can carry none',
    { ...audio, caption: shown('Listen') },
    { type: 'text', text: { body: 'Listen\nhttps://cdn.example.com/a.mp3', preview_url: true } },
  ],
  [
    'replies under a picture make it the header of a message with buttons',
    { ...samples.media, chips: yesNo },
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
    { ...samples.media, alt: undefined, chips: yesNo },
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
    { ...samples.card, card: { ...samples.card.card, chips: yesNo } },
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
    { kind: 'card', card: { title: 'Room', chips: [chip('url', 'Open', 1)] }, chips: [] },
    { type: 'interactive', interactive: { type: 'cta_url', body: { text: '*Room*' }, action: openAction } },
  ],
  [
    'replies under a card join those on it',
    { ...samples.card, card: { title: 'Room', chips: [chip('reply', 'Yes', 1)] }, chips: [chip('reply', 'No', 2)] },
    { type: 'interactive', interactive: { type: 'button', body: { text: '*Room*' }, action: yesNoAction } },
  ],
  [
    'a card without chips is a picture with a caption',
    samples.card,
    { type: 'image', image: { link: picture, caption: '*Room*\nQuiet' } },
  ],
  [
    'a card without chips and picture is a text',
    { kind: 'card', card: { title: 'A * B', description: 'Quiet', chips: [] }, chips: [] },
    { type: 'text', text: { body: 'A * B\nQuiet' } },
  ],
  [
    'a carousel of replies says its titles above the cards',
    samples.carousel,
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
      ...samples.carousel,
      cards: samples.carousel.cards.map((card, at) => ({ ...card, chips: [chip('url', 'Open', at)] })),
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
    samples.list,
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
    samples.locationRequest,
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
    samples.place,
    { type: 'location', location: { latitude: 1, longitude: 2, name: 'Shop', address: '1 Main St' } },
  ],
  [
    'a place of coordinates alone has no name',
    { ...samples.place, name: undefined, address: undefined },
    { type: 'location', location: { latitude: 1, longitude: 2 } },
  ],
]

for (const [title, bubble, payload] of [...texts, ...media, ...cards, ...others]) {
  test(`on messengerA ${title}`, () => {
    assert.deepStrictEqual(written('messengerA', bubble), payload)
  })
}

test('the text of a card in a carousel has no line breaks but the one after its title', () => {
  const cards = samples.carousel.cards.map((card) => ({ ...card, description: 'a\n\nb\nc' }))
  const written = JSON.stringify(whatsapp({ ...samples.carousel, cards }, context))
  assert.ok(written.includes('"text":"*One*\\na b c"'), written)
})

test('replies beside a link are a bug on messengerA, and say so', () => {
  const chips = [chip('reply', 'Yes', 1), chip('url', 'Open', 2)]
  assert.throws(() => whatsapp({ ...samples.text, chips }, context), /replies or one link/)
})

test('a carousel whose cards have no buttons is a bug on messengerA, for Meta refuses it', () => {
  const cards = samples.carousel.cards.map((card) => ({ ...card, chips: [] }))
  assert.throws(() => whatsapp({ ...samples.carousel, cards }, context), /no buttons/)
})

for (const kind of ['carousel', 'list', 'locationRequest', 'place'] as const) {
  test(`chips under a ${kind} are a bug on messengerA: it has no place for them`, () => {
    assert.throws(() => whatsapp({ ...samples[kind], chips: yesNo }, context), /has no chips under/)
  })
}

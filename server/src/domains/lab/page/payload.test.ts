import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ContentMessage, parsePostback, render } from '@parley/amf'
import { labChannels } from '../handset.ts'

/** Loaded as the browser runs it: no types, nothing bundled. */
const { viewOf, chipsOnCards } = (await import('../../../platform/pages/handset/payload.js' as string)) as {
  viewOf(channel: string, message: object): View
  chipsOnCards(natives: readonly unknown[], chips: readonly object[]): object[][]
}
type Row = { id: string; title: string; description?: string }
type View = {
  text?: string
  media?: { url: string }[]
  cards?: { native: unknown; title?: string; description?: string; picture?: string }[]
  rows?: Row[]
  times?: { id: string; startTime: string }[]
  place?: object
}

const image = 'https://example.com/boat.png'
const card = (title: string) => ({
  title,
  description: `All about ${title}`,
  mediaUrl: image,
  chips: [{ label: `Take ${title}` }],
})
const start = (hour: number) => ({ iso: `2030-03-04T${hour}:00:00Z`, tz: 'UTC' })
const kinds: Record<string, object> = {
  text: { type: 'text', text: 'Welcome aboard' },
  media: { type: 'media', url: image, mediaType: 'image/png', alt: 'A boat', caption: 'Our boat' },
  card: { type: 'card', card: card('Ferry') },
  carousel: { type: 'carousel', cards: [card('Ferry'), card('Canoe')] },
  choice: {
    type: 'ask.choice',
    intentId: 'seat',
    prompt: 'Which seat?',
    options: Array.from({ length: 8 }, (_, at) => ({
      id: `seat-${at}`,
      label: `Seat ${at}`,
      description: `Row ${at}`,
    })),
  },
  time: {
    type: 'ask.time',
    intentId: 'when',
    prompt: 'When?',
    slots: [10, 11, 12].map((hour) => ({ id: `at-${hour}`, start: start(hour) })),
  },
  confirm: { type: 'confirm', intentId: 'sure', prompt: 'Shall we?' },
  place: { type: 'share.place', place: { name: 'Pier', address: 'Quay 6', latitude: 40.7, longitude: -74 } },
  location: { type: 'ask.location', intentId: 'where', prompt: 'Where are you?' },
}

for (const channel of labChannels) {
  test(`the page draws everything that a person reads, sees and taps on ${channel}`, () => {
    for (const [kind, part] of Object.entries(kinds)) {
      const message = ContentMessage.parse({
        spec: 'amf/1',
        parts: [part],
        chips: [{ label: 'Help' }, { label: 'Bye' }],
      })
      const { messages } = render(message, { channel, messageId: 'm1' })
      for (const bubble of messages) assertDrawn(viewOf(channel, bubble), bubble, `${kind} ${JSON.stringify(bubble)}`)
    }
  })
}

type Bubble = ReturnType<typeof render>['messages'][number]

function assertDrawn(view: View, { native, text, chips }: Bubble, what: string): void {
  const { cards = [], ...rest } = view
  const drawn = JSON.stringify([rest, cards.map(({ native: _, ...shown }) => shown)])
  // The browser formats times itself.
  const read = view.times ? (view.text ?? '') : text
  for (const word of read.match(/\p{L}{3,}|\d+/gu) ?? []) assert.ok(drawn.includes(word), `${word} is drawn: ${what}`)
  if (JSON.stringify(native).includes(image)) assert.ok(drawn.includes(image), `the picture is drawn: ${what}`)
  for (const { id } of [...(view.rows ?? []), ...(view.times ?? [])]) assert.ok(parsePostback(id), `${id}: ${what}`)
  const tappable = chips.map(({ label, tap }) => ({ label, value: `amf|m1|${tap}` }))
  const natives = cards.map((one) => one.native)
  const onCards = chipsOnCards(natives, tappable).flat()
  assert.equal(new Set(onCards).size, onCards.length, `each chip stands on one card: ${what}`)
}

test('cards with the same options each have their own chip', () => {
  const items = ['desk', 'floor'].map((id) => ({ id, title: `The ${id} lamp` }))
  const parts = [{ type: 'showcase', intentId: 'lamp', prompt: 'Which?', items }]
  for (const channel of ['rcs', 'webchat', 'messengerB', 'workchatD']) {
    const message = ContentMessage.parse({ spec: 'amf/1', parts })
    const { messages } = render(message, { channel: channel as 'rcs', messageId: 'm1' })
    const bubble = messages.find((one) => viewOf(channel, one).cards) as Bubble
    const chips = bubble.chips.map(({ label, tap }) => ({ label, value: `amf|m1|${tap}` }))
    const natives = (viewOf(channel, bubble).cards ?? []).map(({ native }) => native)
    assert.deepEqual(
      chipsOnCards(natives, chips),
      chips.map((chip) => [chip]),
      channel,
    )
  }
})

test('a payload of an unknown shape shows the text that the gateway reports', () => {
  for (const channel of labChannels) {
    assert.deepEqual(viewOf(channel, { native: { strange: [{ deep: 1 }] }, text: 'In words' }), { text: 'In words' })
    assert.deepEqual(viewOf(channel, { native: null, text: 'In words' }), { text: 'In words' })
  }
})

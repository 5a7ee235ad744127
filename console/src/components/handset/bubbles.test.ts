import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, type ContentMessage, channels, render } from '@parley/amf'
import type { ChipView, HandsetBubble } from './bubble.ts'
import { amfBubbles, personBubble, renderedBubbles } from './bubbles.ts'
import { sampleMessagesByKind } from './testing/sample-messages.ts'

const shownOn = (channel: Channel, message: ContentMessage) => {
  const rendered = render(message, { channel, messageId: 'm1' })
  return { rendered, bubbles: renderedBubbles(rendered.messages, { channel, messageId: 'm1' }, rendered.affordances) }
}

const chipsOf = ({ chips = [], cards = [] }: HandsetBubble): ChipView[] => [
  ...cards.flatMap((card) => card.chips),
  ...chips,
]
const bare = (text: string) => text.replace(/[*_~\s]/g, '')

function wordsOf({ text = [], cards = [], picker, location, media = [] }: HandsetBubble): string {
  const cardWords = cards.flatMap(({ title, description = [] }) => [title, ...description.map((run) => run.text)])
  const rows = picker?.rows.flatMap(({ label, description }) => [label, description]) ?? []
  const files = media.map(({ name }) => name)
  return bare(
    [...files, ...text.map((run) => run.text), ...cardWords, ...rows, location?.name, location?.address].join('\n'),
  )
}

for (const channel of channels) {
  for (const [name, message] of Object.entries(sampleMessagesByKind)) {
    test(`${name} on ${channel}: the phone shows all readable text and every tappable element`, () => {
      const { rendered, bubbles } = shownOn(channel, message)
      for (const [place, renderedMessage] of rendered.messages.entries()) {
        const bubble = bubbles[place] as HandsetBubble
        // A picker shows times in the viewer's time zone if the payload has no text for them.
        const read =
          bubble.picker?.kind === 'times' ? (renderedMessage.text.split('\n')[0] ?? '') : renderedMessage.text
        // A file shows its own name if the payload has one.
        if (bubble.media?.some(({ kind }) => kind === 'file')) continue
        for (const line of read.split('\n').flatMap((part) => part.split(': '))) {
          assert.ok(wordsOf(bubble).includes(bare(line)), `${line} in ${wordsOf(bubble)}`)
        }
        const known = bubble.chips?.some(({ kind }) => kind === 'shareLocation') && renderedMessage.chips.length === 0
        if (!known)
          assert.deepEqual(
            chipsOf(bubble)
              .map(({ index }) => index)
              .sort(),
            renderedMessage.chips.map(({ tap }) => tap).sort(),
          )
      }
    })
  }
}

test('cards have their own chips, also if several have the same label', () => {
  const chips = [{ label: 'Take it' }]
  const message: ContentMessage = {
    spec: 'amf/1',
    parts: [{ type: 'carousel', cards: ['One', 'Two', 'Three'].map((title) => ({ title, chips })) }],
  }
  const cards = shownOn('rcs', message).bubbles[0]?.cards
  assert.deepEqual(
    cards?.map((card) => card.chips.map(({ index }) => index)),
    [[0], [1], [2]],
  )
})

test('the rows of a list are tapped by number, and the list shows whether it allows several', () => {
  const picker = shownOn('vendorMessages', sampleMessagesByKind.several as ContentMessage).bubbles[0]?.picker
  assert.equal(picker?.multiple, true)
  assert.deepEqual(
    picker?.rows.map(({ label, index }) => [label, index]),
    [
      ['Olives', 0],
      ['Capers', 1],
    ],
  )
})

test('SMS shows its segment count and text only', () => {
  const bubbles = shownOn('sms', sampleMessagesByKind.card as ContentMessage).bubbles
  assert.ok(bubbles.every(({ text, cards, chips }) => text && !cards && !chips))
  assert.ok(bubbles.every(({ sms }) => sms && sms.segments >= 1))
})

test('only the last bubble of a message shows the delivery state', () => {
  const message = sampleMessagesByKind.media as ContentMessage
  const bubbles = amfBubbles(message, {
    channel: 'rcs',
    messageId: 'm1',
    at: '2030-01-31T09:00:00Z',
    delivery: 'read',
  })
  assert.deepEqual(
    bubbles.map(({ delivery }) => delivery),
    [undefined, 'read'],
  )
})

const strange: [title: string, channel: Channel, native: unknown][] = [
  ['nothing', 'rcs', undefined],
  ['a text', 'messengerA', 'hello'],
  ['an empty object', 'webchat', {}],
  ['wrong members', 'workchatD', { blocks: [null, 3, { type: 'section', text: 7 }] }],
  ['cards that are none', 'socialC', { message: { attachment: { type: 'template', payload: { elements: 5 } } } }],
]
for (const [title, channel, native] of strange) {
  test(`a payload of ${title} on ${channel} appears as its text`, () => {
    const [bubble] = renderedBubbles([{ native, text: 'Hello there', chips: [] }], { channel, messageId: 'm1' })
    assert.deepEqual(bubble?.text, [{ text: 'Hello there' }])
  })
}

test('a payload that is not AMF appears as the text that accompanies it', () => {
  const [bubble] = amfBubbles({ spec: 'amf/9' }, { channel: 'rcs', messageId: 'm1' }, 'As it was read')
  assert.equal(bubble?.plain, 'As it was read')
})

test('a picture that a person sends appears as a picture without text', () => {
  const media = { url: 'https://example.com/boat.jpg', mediaType: 'image/jpeg' }
  const bubble = personBubble({ id: 'e1', text: '', media })
  assert.deepEqual([bubble.media?.[0]?.kind, bubble.text], ['image', undefined])
})

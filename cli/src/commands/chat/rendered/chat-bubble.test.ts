import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ContentMessage, render } from '@parley/amf'
import { type EmulatedChannel, emulatedChannels } from '@parley/amf/channels'
import { fc } from '@parley/test-kit'
import { displayWidth } from '../../../layout/width.ts'
import { createPaint } from '../../../text/paint.ts'
import { drawTurn } from '../draw/turn.ts'
import type { ChatMessage } from '../persona-session.ts'
import { buildScreen } from './chat-bubble.ts'

const image = 'https://example.com/boat%20one.png?size=2'
const card = (title: string) => ({
  title,
  description: `All about ${title}`,
  mediaUrl: image,
  chips: [{ label: `Take ${title}` }, { label: 'Read on', kind: 'url', url: `https://example.com/${title}` }],
})
const options = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `seat-${at}`, label: `Seat ${at}`, description: `Row ${at}` }))
const slots = [10, 11, 12].map((hour) => ({ id: `at-${hour}`, start: { iso: `2030-03-04T${hour}:00:00Z`, tz: 'UTC' } }))

const kinds: Record<string, object> = {
  text: { type: 'text', text: 'Welcome **aboard**, see https://example.com/boats' },
  media: { type: 'media', url: image, mediaType: 'image/png', alt: 'A boat', caption: 'Our boat' },
  document: { type: 'media', url: 'https://example.com/prices.pdf', mediaType: 'application/pdf' },
  card: { type: 'card', card: card('Ferry') },
  carousel: { type: 'carousel', cards: [card('Ferry'), card('Canoe'), card('Raft')] },
  choice: { type: 'ask.choice', intentId: 'seat', prompt: 'Which seat?', options: options(3) },
  list: { type: 'ask.choice', intentId: 'seat', prompt: 'Which seat?', options: options(8) },
  several: { type: 'ask.choice', intentId: 'seat', prompt: 'Which seats?', options: options(8), multiple: true },
  time: { type: 'ask.time', intentId: 'when', prompt: 'When?', slots },
  confirm: { type: 'confirm', intentId: 'sure', prompt: 'Shall we?', summary: [{ label: 'Seat', value: 'two' }] },
  place: { type: 'share.place', place: { name: 'Pier', address: 'Quay 6', latitude: 40.7, longitude: -74 } },
  location: { type: 'ask.location', intentId: 'where', prompt: 'Where are you?' },
}

function messageWith(channel: EmulatedChannel, part: object, chips: object[] = []): ChatMessage {
  const message = ContentMessage.parse({ spec: 'amf/1', parts: [part], chips })
  return { messageId: 'msg|1', rendered: render(message, { channel, messageId: 'msg|1' }).messages }
}

const drawn = (message: ChatMessage, columns = 60): string[] =>
  drawTurn(buildScreen([message]), { effects: [], warnings: [] }, { columns, paint: createPaint(false) })

const squeezed = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

for (const channel of emulatedChannels) {
  test(`on ${channel} the screen draws all text that a person reads and gives each tappable element its own number`, () => {
    for (const [kind, part] of Object.entries(kinds)) {
      const message = messageWith(channel, part, [{ label: 'Help' }, { label: 'Bye' }])
      const lines = drawn(message, 120)
      for (const { native, text, chips } of message.rendered) {
        const words = text.split(/\s+/).map(squeezed)
        for (const word of words)
          assert.ok(squeezed(lines.join('')).includes(word), `${kind}: ${word}\n${lines.join('\n')}`)
        const { offers } = buildScreen([message])
        const postbacks = new Set(
          JSON.stringify(native)
            .match(/amf\|msg\|1\|\d+/g)
            ?.map((one) => Number(one.split('|').at(-1))),
        )
        for (const tap of [...postbacks, ...chips.map((chip) => chip.tap)]) {
          assert.equal(
            offers.filter(({ index }) => index === tap).length,
            1,
            `${kind}: ${tap} of ${JSON.stringify(native)}`,
          )
        }
        assert.equal(new Set(offers.map(({ number }) => number)).size, offers.length)
      }
    }
  })
}

test('the cards of a carousel appear side by side, each with its own chips, and links show their targets', () => {
  const message = messageWith('rcs', kinds.carousel ?? {})
  const { bubbles } = buildScreen([message])
  assert.deepEqual(
    bubbles[0]?.cards.map(({ title, picture, offers }) => [
      title,
      picture,
      ...offers.map(({ number, label }) => `${number} ${label}`),
    ]),
    [
      ['Ferry', 'boat one.png', '1 Take Ferry', '2 Read on'],
      ['Canoe', 'boat one.png', '3 Take Canoe', '4 Read on'],
      ['Raft', 'boat one.png', '5 Take Raft', '6 Read on'],
    ],
  )
  assert.deepEqual(
    bubbles[0]?.cards.map(({ offers }) => offers[1]?.target),
    ['https://example.com/Ferry', 'https://example.com/Canoe', 'https://example.com/Raft'],
  )
  assert.match(drawn(message, 90).join('\n'), /│ Ferry {20}│ │ Canoe {20}│ │ Raft/)
})

test('the numbers in a text belong to the agent: the numbers of the command line start after them', () => {
  const listed = messageWith('sms', kinds.choice ?? {})
  const tapped = { ...messageWith('rcs', kinds.confirm ?? {}), messageId: 'msg_2' }
  const { offers } = buildScreen([listed, tapped])
  assert.deepEqual(
    offers.map(({ number, messageId }) => [number, messageId]),
    [
      [4, 'msg_2'],
      [5, 'msg_2'],
    ],
  )
})

test('a native payload shows the text that was found in it', () => {
  const part = {
    type: 'native',
    channel: 'rcs',
    payload: { contentMessage: { text: 'In words' } },
    fallback: [kinds.text],
  }
  assert.deepEqual(drawn(messageWith('rcs', part)), ['In words'])
})

test('no agent output makes a line too wide or sends a control character to the terminal', () => {
  const hostile = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 30 })
    .map((text) => `x${text}\u001b]0;owned\u0007\u009b2J`)
  fc.assert(
    fc.property(
      hostile,
      fc.constantFrom(...emulatedChannels),
      fc.integer({ min: 24, max: 100 }),
      (text, channel, columns) => {
        const parts = [
          { type: 'text', text },
          { type: 'card', card: { title: text, description: text, chips: [{ label: text }] } },
        ]
        const question = {
          type: 'ask.choice',
          intentId: 'a',
          prompt: text,
          options: [{ id: 'b', label: text, description: text }],
        }
        const messages = [...parts, question].flatMap((part) => {
          const read = ContentMessage.safeParse({ spec: 'amf/1', parts: [part] })
          return read.success
            ? [{ messageId: 'm', rendered: render(read.data, { channel, messageId: 'm' }).messages }]
            : []
        })
        const effects = [{ kind: text, summary: text, at: '' }]
        const lines = drawTurn(
          buildScreen(messages),
          { effects, warnings: [text] },
          { columns, paint: createPaint(false) },
        )
        for (const line of lines) assert.doesNotMatch(line, /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
        for (const line of lines) assert.ok(displayWidth(line) <= columns, JSON.stringify(line))
      },
    ),
  )
})

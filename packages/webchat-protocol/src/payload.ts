import type { WebchatPayload } from '@parley/amf'
import { type Check, is, isBoolean, isNumber, isRecord, isText, listOf, shape } from './shape.ts'

const words = isText(20_000)
const place = shape({}, { name: words, address: words, latitude: isNumber(-90, 90), longitude: isNumber(-180, 180) })
const time = shape({ iso: isText(40), tz: isText(100) })
const event = shape({ title: words, start: time }, { end: time, location: anyText, description: anyText })
const chip = shape(
  {
    label: words,
    kind: is('reply', 'url', 'dial', 'calendar', 'viewLocation', 'shareLocation'),
    postback: isText(1_000),
  },
  { url: words, phone: words, event, place },
)
const chips = listOf(chip, 100)
const card = shape({ chips }, { title: words, description: words, mediaUrl: words })
const row = shape({ title: words, postback: isText(1_000) }, { id: words, description: words, mediaUrl: words })
const slot = shape({ start: time, label: words, postback: isText(1_000) }, { id: words })

const kinds: Record<WebchatPayload['kind'], Check> = {
  text: shape({ kind: is('text'), text: anyText, chips }),
  media: shape({ kind: is('media'), url: words, mediaType: words, chips }, { alt: anyText, caption: anyText }),
  card: shape({ kind: is('card'), card, chips }),
  carousel: shape({ kind: is('carousel'), cards: listOf(card, 100), chips }),
  list: shape({
    kind: is('list'),
    text: anyText,
    button: words,
    multiple: isBoolean,
    rows: listOf(row, 200),
    chips,
  }),
  times: shape({
    kind: is('times'),
    text: anyText,
    durationMinutes: isNumber(0, 1_000_000),
    slots: listOf(slot, 200),
    chips,
  }),
}

function anyText(value: unknown): boolean {
  return typeof value === 'string'
}

/** What the widget can show, or undefined: a native part of a message may hold anything. */
export function readPayload(value: unknown): WebchatPayload | undefined {
  if (!isRecord(value) || typeof value.kind !== 'string' || !Object.hasOwn(kinds, value.kind)) return undefined
  return kinds[value.kind as WebchatPayload['kind']](value) ? (value as WebchatPayload) : undefined
}

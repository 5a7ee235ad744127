import type { WebchatPayload } from '@parley/amf'
import { isAnyOf, isBoolean, isNumber, isRecord, isText, listOf, objectShape, type ShapeCheck } from './shape.ts'

const words = isText(20_000)
const place = objectShape(
  {},
  { name: words, address: words, latitude: isNumber(-90, 90), longitude: isNumber(-180, 180) },
)
const time = objectShape({ iso: isText(40), tz: isText(100) })
const event = objectShape({ title: words, start: time }, { end: time, location: anyText, description: anyText })
const chip = objectShape(
  {
    label: words,
    kind: isAnyOf('reply', 'url', 'dial', 'calendar', 'viewLocation', 'shareLocation'),
    postback: isText(1_000),
  },
  { url: words, phone: words, event, place },
)
const chips = listOf(chip, 100)
const card = objectShape({ chips }, { title: words, description: words, mediaUrl: words })
const row = objectShape({ title: words, postback: isText(1_000) }, { id: words, description: words, mediaUrl: words })
const slot = objectShape({ start: time, label: words, postback: isText(1_000) }, { id: words })

const kinds: Record<WebchatPayload['kind'], ShapeCheck> = {
  text: objectShape({ kind: isAnyOf('text'), text: anyText, chips }),
  media: objectShape(
    { kind: isAnyOf('media'), url: words, mediaType: words, chips },
    { alt: anyText, caption: anyText },
  ),
  card: objectShape({ kind: isAnyOf('card'), card, chips }),
  carousel: objectShape({ kind: isAnyOf('carousel'), cards: listOf(card, 100), chips }),
  list: objectShape({
    kind: isAnyOf('list'),
    text: anyText,
    button: words,
    multiple: isBoolean,
    rows: listOf(row, 200),
    chips,
  }),
  times: objectShape({
    kind: isAnyOf('times'),
    text: anyText,
    durationMinutes: isNumber(0, 1_000_000),
    slots: listOf(slot, 200),
    chips,
  }),
}

function anyText(value: unknown): boolean {
  return typeof value === 'string'
}

/** Returns a payload that the widget can show, or undefined: a native part may contain anything. */
export function readPayload(value: unknown): WebchatPayload | undefined {
  if (!isRecord(value) || typeof value.kind !== 'string' || !Object.hasOwn(kinds, value.kind)) return undefined
  return kinds[value.kind as WebchatPayload['kind']](value) ? (value as WebchatPayload) : undefined
}

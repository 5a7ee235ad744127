import type { Bubble } from '../render/bubble.ts'
import { BubbleView } from '../view/bubble-view.ts'
import { createWire, type WireContext } from './builders.ts'

/** The same value, in which everything that can be tapped also has the payload that a tap returns. */
export type WithPostbacks<T> = T extends readonly (infer Entry)[]
  ? WithPostbacks<Entry>[]
  : T extends object
    ? { [K in keyof T]: WithPostbacks<T[K]> } & (T extends { tap: number } ? { postback: string } : unknown)
    : T

/** A web chat message is what the visitor sees. */
export type WebchatPayload = WithPostbacks<BubbleView>

export const webchatWire = createWire({
  channel: 'webchat',
  chipsUnder: ['text', 'media', 'card', 'carousel', 'list', 'times'],
  captions: true,
  builders: { text: build, media: build, card: build, carousel: build, list: build, times: build },
})

function build(bubble: Bubble, context: WireContext): object {
  return addPostbacks(context.toView(bubble), context)
}

function addPostbacks<T>(value: T, context: WireContext): WithPostbacks<T> {
  return mapObjects(value, (entry) =>
    typeof entry.tap === 'number' ? { ...entry, postback: context.postback(entry.tap) } : entry,
  ) as WithPostbacks<T>
}

const maxPostbackLength = 1000

/** Returns a payload that web chat can show, or undefined: a native part may contain anything. */
export function readWebchatPayload(value: unknown): WebchatPayload | undefined {
  let isComplete = true
  const view = mapObjects(value, (entry) => {
    if (!('tap' in entry)) return entry
    const { postback, ...tappable } = entry
    isComplete &&= typeof postback === 'string' && postback !== '' && postback.length <= maxPostbackLength
    return tappable
  })
  return isComplete && BubbleView.safeParse(view).success ? (value as WebchatPayload) : undefined
}

type JsonObject = Record<string, unknown>

/** Deeper values are not views. */
const maxDepth = 10

/** Copies a JSON value, with each object changed. */
function mapObjects(value: unknown, change: (entry: JsonObject) => JsonObject, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((entry) => mapObjects(entry, change, depth + 1))
  const entries = Object.entries(value).map(([key, member]) => [key, mapObjects(member, change, depth + 1)])
  return change(Object.fromEntries(entries))
}

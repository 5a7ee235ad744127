import type { WebchatPayload } from '@parley/amf'
import { isAnyOf, isCount, isRecord, isText, listOf, objectShape, type ShapeCheck } from './shape.ts'

/** The visible part of an entry: a `BubbleView` in which everything that can be tapped has a `postback`. */
export type EntryView = WebchatPayload

/**
 * An entry of the chat. `n` increases with every entry of a visitor, so a client can request the entries after the last
 * one it has.
 */
export type ChatEntry = {
  n: number
  /** For visitor entries, the id chosen by the browser, which can recognize them by it. */
  id: string
  at: string
  from: 'agent' | 'visitor'
  view: EntryView
}

/** Appearance of a binding's chat. A closed chat is visible but does not accept messages now. */
export type WidgetTheme = {
  name: string
  brandColor?: string
  logoUrl?: string
  /** Questions that the agent can answer, to begin with. */
  starters?: string[]
  state: 'open' | 'closed'
}

/** `tooMany`: retry in a moment. The others are final. */
export type FrameRefusal = 'invalid' | 'tooMany' | 'closed'

export type ServerFrame =
  | { entries: ChatEntry[] }
  | { took: { id: string; n: number } }
  | { refused: { id?: string; reason: FrameRefusal } }
  | { signal: 'typing' | 'read' }
  /** Sent periodically: a browser that receives nothing for long considers the connection dead. */
  | { beat: true }

export const closeCodes = { unknownVisitor: 4401, away: 1001, tooLarge: 1009, tooSlow: 1013 } as const

/** The gateway validates views before it stores them. A newer gateway may send kinds that an older page ignores. */
const entryShape = objectShape({
  n: isCount,
  id: isText(1_000),
  at: isText(40),
  from: isAnyOf('agent', 'visitor'),
  view: (value) => isRecord(value) && typeof value.kind === 'string' && Array.isArray(value.chips),
})

const frames: readonly ShapeCheck[] = [
  objectShape({ entries: listOf(entryShape, 1_000) }),
  objectShape({ took: objectShape({ id: isText(1_000), n: isCount }) }),
  objectShape({ refused: objectShape({ reason: isAnyOf('invalid', 'tooMany', 'closed') }, { id: isText(1_000) }) }),
  objectShape({ signal: isAnyOf('typing', 'read') }),
  objectShape({ beat: isAnyOf(true) }),
]

export function readServerFrame(value: unknown): ServerFrame | undefined {
  return frames.some((check) => check(value)) ? (value as ServerFrame) : undefined
}

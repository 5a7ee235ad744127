import type { Entry } from './entry.ts'
import { type Check, is, isCount, isRecord, isText, listOf, shape } from './shape.ts'

/** `tooMany`: say it again in a moment. The others are final. */
export type Refusal = 'invalid' | 'tooMany' | 'closed'

export type ServerFrame =
  | { entries: Entry[] }
  | { took: { id: string; n: number } }
  | { refused: { id?: string; reason: Refusal } }
  | { signal: 'typing' | 'read' }
  /** Comes by itself: a browser that hears nothing for long takes the line for dead. */
  | { beat: true }

/** Codes with which the gateway closes a socket. */
export const closings = { unknownVisitor: 4401, away: 1001, tooLarge: 1009, tooSlow: 1013 } as const

/** What is shown is looked at when it is shown: a newer server may know kinds that an older page does not. */
const entry = shape({
  n: isCount,
  id: isText(1_000),
  at: isText(40),
  from: is('agent', 'visitor'),
  shown: (value) => isRecord(value) && typeof value.kind === 'string',
})

const frames: readonly Check[] = [
  shape({ entries: listOf(entry, 1_000) }),
  shape({ took: shape({ id: isText(1_000), n: isCount }) }),
  shape({ refused: shape({ reason: is('invalid', 'tooMany', 'closed') }, { id: isText(1_000) }) }),
  shape({ signal: is('typing', 'read') }),
  shape({ beat: is(true) }),
]

/** A frame of the gateway, or undefined when it is none. */
export function readServerFrame(value: unknown): ServerFrame | undefined {
  return frames.some((check) => check(value)) ? (value as ServerFrame) : undefined
}

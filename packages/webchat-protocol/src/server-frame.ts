import type { ChatEntry } from './entry.ts'
import { isAnyOf, isCount, isRecord, isText, listOf, objectShape, type ShapeCheck } from './shape.ts'

/** `tooMany`: say it again in a moment. The others are final. */
export type FrameRefusal = 'invalid' | 'tooMany' | 'closed'

export type ServerFrame =
  | { entries: ChatEntry[] }
  | { took: { id: string; n: number } }
  | { refused: { id?: string; reason: FrameRefusal } }
  | { signal: 'typing' | 'read' }
  /** Comes by itself: a browser that hears nothing for long takes the line for dead. */
  | { beat: true }

/** Codes with which the gateway closes a socket. */
export const closeCodes = { unknownVisitor: 4401, away: 1001, tooLarge: 1009, tooSlow: 1013 } as const

/** What is shown is looked at when it is shown: a newer server may know kinds that an older page does not. */
const entry = objectShape({
  n: isCount,
  id: isText(1_000),
  at: isText(40),
  from: isAnyOf('agent', 'visitor'),
  shown: (value) => isRecord(value) && typeof value.kind === 'string',
})

const frames: readonly ShapeCheck[] = [
  objectShape({ entries: listOf(entry, 1_000) }),
  objectShape({ took: objectShape({ id: isText(1_000), n: isCount }) }),
  objectShape({ refused: objectShape({ reason: isAnyOf('invalid', 'tooMany', 'closed') }, { id: isText(1_000) }) }),
  objectShape({ signal: isAnyOf('typing', 'read') }),
  objectShape({ beat: isAnyOf(true) }),
]

/** A frame of the gateway, or undefined when it is none. */
export function readServerFrame(value: unknown): ServerFrame | undefined {
  return frames.some((check) => check(value)) ? (value as ServerFrame) : undefined
}

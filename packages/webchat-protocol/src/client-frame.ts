import {
  isAnyOf,
  isBoolean,
  isCount,
  isNumber,
  isRecord,
  isText,
  listOf,
  objectShape,
  type ShapeCheck,
} from './shape.ts'

export const clientFrameLimits = {
  textLetters: 4_000,
  frameBytes: 65_536,
  saysPerTenSeconds: 20,
  fileBytes: 10 * 1024 * 1024,
  filesPerTenMinutes: 20,
} as const

/** What a visitor may upload. None of them can contain scripts that a browser runs. */
export const uploadTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'video/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/mp4',
  'application/pdf',
]

/** A visitor's message, with an id chosen by the browser: a repeated message is accepted once. */
export type VisitorMessage = { id: string; said: VisitorContent }
export type VisitorContent =
  | { type: 'text'; text: string }
  /** `performed`: the browser already did it (opened a link, dialed); it is reported but not shown. */
  | { type: 'tap'; postback: string; label: string; picked?: boolean; also?: string[]; performed?: boolean }
  | { type: 'place'; latitude: number; longitude: number }

export type ClientFrame =
  /** The first frame. `after` is the last entry that this browser has. */
  | { hello: { token: string; after: number } }
  | { say: VisitorMessage }
  /** Every entry up to this number has been delivered or read. */
  | { seen: { delivered?: number; read?: number } }
  | { typing: true }

const ownId: ShapeCheck = (value) => typeof value === 'string' && /^v-[0-9A-Za-z-]{8,60}$/.test(value)
const postback = isText(1_000)
const contentChecks: readonly ShapeCheck[] = [
  objectShape({ type: isAnyOf('text'), text: isText(clientFrameLimits.textLetters) }),
  objectShape(
    { type: isAnyOf('tap'), postback, label: isText(1_000) },
    { picked: isBoolean, also: listOf(postback, 100), performed: isBoolean },
  ),
  objectShape({ type: isAnyOf('place'), latitude: isNumber(-90, 90), longitude: isNumber(-180, 180) }),
]
const isVisitorContent: ShapeCheck = (value) => contentChecks.some((check) => check(value))

const frames: readonly ShapeCheck[] = [
  objectShape({ hello: objectShape({ token: isText(200), after: isCount }) }),
  objectShape({ say: objectShape({ id: ownId, said: isVisitorContent }) }),
  objectShape({ seen: objectShape({}, { delivered: isCount, read: isCount }) }),
  objectShape({ typing: isAnyOf(true) }),
]

export function readClientFrame(value: unknown): ClientFrame | undefined {
  if (!frames.some((check) => check(value)) || !isWellFormed(value)) return undefined
  return value as ClientFrame
}

/** Half a surrogate pair and NUL cannot be stored. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (Array.isArray(value)) return value.every(isWellFormed)
  return !isRecord(value) || Object.values(value).every(isWellFormed)
}

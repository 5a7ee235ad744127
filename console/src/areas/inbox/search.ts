import type { Channel } from '@parley/amf'
import { channels } from '../../parts/handset/channels.ts'

export const states = ['live', 'over'] as const
export const spans = ['1', '7', '30', '180'] as const
export const levels = ['debug', 'info', 'warn', 'error'] as const

/** What the address of the inbox says: which conversations, and which of them. */
export type InboxSearch = {
  conversation?: string
  /** The message that is pointed at. */
  message?: string
  /** The message whose turn is looked at. */
  why?: string
  q?: string
  channel?: Channel
  state?: (typeof states)[number]
  days?: (typeof spans)[number]
  tests?: true
}

export type LogSearch = {
  level?: (typeof levels)[number]
  event?: string
  user?: string
  session?: string
  days?: (typeof spans)[number]
}

type Given = Record<string, unknown>
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const oneOf = <T extends string>(list: readonly T[], value: unknown) => list.find((one) => one === String(value))

const present = <T extends object>(search: T): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T

export function inboxSearch(given: Given): InboxSearch {
  return present({
    conversation: text(given.conversation),
    message: text(given.message),
    why: text(given.why),
    q: text(given.q),
    channel: oneOf(channels, given.channel),
    state: oneOf(states, given.state),
    days: oneOf(spans, given.days),
    tests: given.tests === true || undefined,
  })
}

export function logSearch(given: Given): LogSearch {
  return present({
    level: oneOf(levels, given.level),
    event: text(given.event),
    user: text(given.user),
    session: text(given.session),
    days: oneOf(spans, given.days),
  })
}

const minuteMs = 60_000

/** The beginning of the last so many days, to the minute, so that it stays the same for a while. */
export function since(days: string, now: number): string {
  return new Date(Math.floor(now / minuteMs) * minuteMs - Number(days) * 1_440 * minuteMs).toISOString()
}

const idleMs = 30 * minuteMs

/** A session is over after 30 quiet minutes. */
export const isLive = ({ endedAt }: { endedAt: string }, now: number): boolean => now - Date.parse(endedAt) < idleMs

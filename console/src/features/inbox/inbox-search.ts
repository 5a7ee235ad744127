import type { Channel } from '@parley/amf'
import { channels } from '@parley/amf/channels'
import { logLevels } from '@parley/definition/vocabulary'

export const conversationStates = ['live', 'over'] as const
export const inboxDaySpans = ['1', '7', '30', '180'] as const
/** URL search params of the inbox: the filters and the open conversation. */
export type InboxSearch = {
  conversation?: string
  /** The message to highlight. */
  message?: string
  /** The message whose turn is inspected. */
  why?: string
  q?: string
  channel?: Channel
  state?: (typeof conversationStates)[number]
  days?: (typeof inboxDaySpans)[number]
  /** An exact time instead of the last days, as a chart links to it. */
  start?: string
  end?: string
  tests?: true
}

export type LogSearch = {
  level?: (typeof logLevels)[number]
  event?: string
  user?: string
  session?: string
  days?: (typeof inboxDaySpans)[number]
  start?: string
  end?: string
}

type SearchParams = Record<string, unknown>
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const oneOf = <T extends string>(list: readonly T[], value: unknown) => list.find((one) => one === String(value))

const instant = (value: unknown) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined

/** Both ends or none. */
function readExactTime(search: SearchParams): { start?: string; end?: string } {
  const [start, end] = [instant(search.start), instant(search.end)]
  return start !== undefined && end !== undefined && start < end ? { start, end } : {}
}

const omitEmpty = <T extends object>(search: T): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T

export function readInboxSearch(search: SearchParams): InboxSearch {
  return omitEmpty({
    conversation: text(search.conversation),
    message: text(search.message),
    why: text(search.why),
    q: text(search.q),
    channel: oneOf(channels, search.channel),
    state: oneOf(conversationStates, search.state),
    days: oneOf(inboxDaySpans, search.days),
    ...readExactTime(search),
    tests: search.tests === true || undefined,
  })
}

export function readLogSearch(search: SearchParams): LogSearch {
  return omitEmpty({
    level: oneOf(logLevels, search.level),
    event: text(search.event),
    user: text(search.user),
    session: text(search.session),
    days: oneOf(inboxDaySpans, search.days),
    ...readExactTime(search),
  })
}

const minuteMs = 60_000

/** Start of the last given number of days, rounded to the minute so that it stays stable for a while. */
export function computeSince(days: string, now: number): string {
  return new Date(Math.floor(now / minuteMs) * minuteMs - Number(days) * 1_440 * minuteMs).toISOString()
}

type ListedTime = { days?: string | undefined; start?: string | undefined; end?: string | undefined }

/** The time of a list as API parameters: the exact one, or the last days. */
export const toTimeQuery = (
  { start, end, days }: ListedTime,
  defaultDays: string,
  now: number,
): { start: string; end?: string } =>
  start && end ? { start, end } : { start: computeSince(days ?? defaultDays, now) }

const idleMs = 30 * minuteMs

/** A session ends after 30 minutes of silence. */
export const isConversationLive = ({ endedAt }: { endedAt: string }, now: number): boolean =>
  now - Date.parse(endedAt) < idleMs

import { sendFailureReasons, sendOrigins, sendStates } from '@parley/definition/vocabulary'
import { addDays, startOfDay } from '../../../components/times.ts'

type OneOf<List extends readonly string[]> = List[number]
export type SendFilters = {
  outreachId?: string
  origin?: OneOf<typeof sendOrigins>
  campaignId?: string
  automatedOutreachId?: string
  personId?: string
  state?: OneOf<typeof sendStates>
  reason?: OneOf<typeof sendFailureReasons>
  /** A date, as `2030-01-31`, or an exact time, as a chart links to it. */
  since?: string
  until?: string
}

const ids = ['outreachId', 'campaignId', 'automatedOutreachId', 'personId'] as const
const closedFilters = { origin: sendOrigins, state: sendStates, reason: sendFailureReasons } as const
const days = ['since', 'until'] as const

/** Reads valid filters from the URL and ignores everything else. */
export function readSendFilters(search: Record<string, unknown>): SendFilters {
  const text = (key: string) => (typeof search[key] === 'string' && search[key] !== '' ? search[key] : undefined)
  const named = ids.map((key) => [key, text(key)])
  const chosen = Object.entries(closedFilters).map(([key, list]) => [
    key,
    (list as readonly unknown[]).includes(search[key]) ? search[key] : undefined,
  ])
  const dated = days.map((key) => [key, isDayOrTime(text(key)) ? search[key] : undefined])
  return Object.fromEntries([...named, ...chosen, ...dated].filter(([, value]) => value !== undefined))
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
const isDayOrTime = (text: string | undefined): boolean =>
  text !== undefined && (isDay(text) || (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))))

/** Converts to API parameters: dates become whole days in the time zone of the place. */
export function toSendQuery({ since, until, ...rest }: SendFilters, zone: string) {
  return {
    ...rest,
    ...(since && { since: isDay(since) ? startOfDay(since, zone) : since }),
    ...(until && { until: isDay(until) ? startOfDay(addDays(until, 1), zone) : until }),
  }
}

type QueuedSend = { sendId: string; queuedAt: string }

/**
 * The list has no page tokens: the next request asks up to the time of the last row. Rows with that same time are
 * returned again and skipped; if a whole page has one time, pagination ends.
 */
export function nextPageEnd<Row extends QueuedSend>(page: readonly Row[], limit: number): string | undefined {
  const [first, last] = [page[0], page.at(-1)]
  return first && last && page.length >= limit && first.queuedAt !== last.queuedAt ? last.queuedAt : undefined
}

export function dedupeSends<Row extends QueuedSend>(pages: readonly (readonly Row[])[]): Row[] {
  return [...new Map(pages.flat().map((row) => [row.sendId, row])).values()]
}

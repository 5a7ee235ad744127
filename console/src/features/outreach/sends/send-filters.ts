import { sendFailureReasons, sendOrigins, sendStates } from '@parley/definition/vocabulary'

type OneOf<List extends readonly string[]> = List[number]
export type SendFilters = {
  outreachId?: string
  origin?: OneOf<typeof sendOrigins>
  campaignId?: string
  automatedOutreachId?: string
  personId?: string
  state?: OneOf<typeof sendStates>
  reason?: OneOf<typeof sendFailureReasons>
  /** A date, as `2030-01-31`. */
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
  const dated = days.map((key) => [key, /^\d{4}-\d\d-\d\d$/.test(text(key) ?? '') ? search[key] : undefined])
  return Object.fromEntries([...named, ...chosen, ...dated].filter(([, value]) => value !== undefined))
}

/** Converts to API parameters: dates become whole days in the reader's time zone. */
export function toSendQuery({ since, until, ...rest }: SendFilters) {
  return {
    ...rest,
    ...(since && { since: startOf(since).toISOString() }),
    ...(until && { until: dayAfter(until).toISOString() }),
  }
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00`)

function dayAfter(day: string): Date {
  const start = startOf(day)
  start.setDate(start.getDate() + 1)
  return start
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

/** What the list of sends is filtered by, as it stands in the address. */
export const sendStateFilters = ['queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled'] as const
export const sendOriginFilters = ['named', 'automated', 'campaign'] as const
export const sendReasons = [
  'not_rcs_capable',
  'capability_unknown',
  'opted_out',
  'no_channel_identity',
  'missing_inputs',
  'template_blocked',
  'outreach_unavailable',
  'no_route',
  'no_binding',
  'binding_error',
  'dispatch_failed',
  'delivery_failed',
  'no_consent',
  'frequency_capped',
  'outside_safe_hours',
] as const

type OneOf<List extends readonly string[]> = List[number]
export type SendFilters = {
  outreachId?: string
  origin?: OneOf<typeof sendOriginFilters>
  campaignId?: string
  automatedOutreachId?: string
  personId?: string
  state?: OneOf<typeof sendStateFilters>
  reason?: OneOf<typeof sendReasons>
  /** Days, as `2030-01-31`. */
  since?: string
  until?: string
}

const ids = ['outreachId', 'campaignId', 'automatedOutreachId', 'personId'] as const
const closedFilters = { origin: sendOriginFilters, state: sendStateFilters, reason: sendReasons } as const
const days = ['since', 'until'] as const

/** What the address says and the list knows; the rest is dropped. */
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

/** As the API takes them: the days are whole, where the reader is. */
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
 * The list has no pages: it is asked again until the time of its last row. Rows of that very moment come once more and
 * are left out; where a whole page is of one moment there is no way on.
 */
export function nextUntil<Row extends QueuedSend>(page: readonly Row[], limit: number): string | undefined {
  const [first, last] = [page[0], page.at(-1)]
  return first && last && page.length >= limit && first.queuedAt !== last.queuedAt ? last.queuedAt : undefined
}

export function dedupeSends<Row extends QueuedSend>(pages: readonly (readonly Row[])[]): Row[] {
  return [...new Map(pages.flat().map((row) => [row.sendId, row])).values()]
}

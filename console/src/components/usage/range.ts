export const usageSpans = [7, 14, 30, 90] as const
export type UsageDaySpan = (typeof usageSpans)[number]

/** The days and the agent, as URL search params. */
export type UsageSearch = { days?: UsageDaySpan; agent?: string }

export function readUsageSearch(search: Record<string, unknown>): UsageSearch {
  const days = usageSpans.find((one) => one === Number(search.days))
  return { ...(days && { days }), ...(typeof search.agent === 'string' && search.agent && { agent: search.agent }) }
}

export const defaultUsageSpan: UsageDaySpan = 14
const dayMs = 86_400_000

/** Start of a range of this many days including today, as an API parameter. */
export const usageStart = (days: number, now: number): string => new Date(now - (days - 1) * dayMs).toISOString()

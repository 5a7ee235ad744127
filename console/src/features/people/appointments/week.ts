import dayjs, { type Dayjs } from 'dayjs'

/** Seven days of the reader's own calendar, from Monday. */
export function daysOfWeek(day: string | undefined): Dayjs[] {
  const shown = dayjs(day)
  const monday = shown.startOf('day').subtract((shown.day() + 6) % 7, 'day')
  return Array.from({ length: 7 }, (_, at) => monday.add(at, 'day'))
}

type TimedEntry = { startUtc: string }
export type TimeOrder = 'soonest' | 'latest'

/** The soonest first, or the latest. */
export function sortByStart<One extends TimedEntry>(all: readonly One[], order: TimeOrder = 'soonest'): One[] {
  const sign = order === 'soonest' ? 1 : -1
  return all.toSorted((one, other) => sign * (Date.parse(one.startUtc) - Date.parse(other.startUtc)))
}

/** By the local day on which they begin, soonest first. */
export function groupByDay<One extends TimedEntry>(all: readonly One[]): Map<string, One[]> {
  return Map.groupBy(sortByStart(all), ({ startUtc }) => dayjs(startUtc).format('YYYY-MM-DD'))
}

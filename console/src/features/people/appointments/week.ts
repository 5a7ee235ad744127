import dayjs, { type Dayjs } from 'dayjs'

/** Seven days in the reader's calendar, starting on Monday. */
export function listDaysOfWeek(day: string | undefined): Dayjs[] {
  const shownDay = dayjs(day)
  const monday = shownDay.startOf('day').subtract((shownDay.day() + 6) % 7, 'day')
  return Array.from({ length: 7 }, (_, at) => monday.add(at, 'day'))
}

type TimedEntry = { startUtc: string }
export type TimeOrder = 'soonest' | 'latest'

export function sortByStart<One extends TimedEntry>(all: readonly One[], order: TimeOrder = 'soonest'): One[] {
  const sign = order === 'soonest' ? 1 : -1
  return all.toSorted((one, other) => sign * (Date.parse(one.startUtc) - Date.parse(other.startUtc)))
}

/** Groups by the local start day, soonest first. */
export function groupByDay<One extends TimedEntry>(all: readonly One[]): Map<string, One[]> {
  return Map.groupBy(sortByStart(all), ({ startUtc }) => dayjs(startUtc).format('YYYY-MM-DD'))
}

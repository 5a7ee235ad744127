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

const full = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' })
const day = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' })

/** In the reader's time zone. */
export const formatDateTime = (at: string): string => full.format(new Date(at))
export const formatHour = (at: string): string => hour.format(new Date(at))
export const formatLongDay = (at: string | Date): string => day.format(new Date(at))
export const formatShortDay = (at: Date): string => weekday.format(at)

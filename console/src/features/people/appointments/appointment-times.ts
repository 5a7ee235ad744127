import { addDays, type CivilDay, dayIn } from '../../../components/times.ts'

/** Seven days of the calendar, starting on Monday: those around the given day, or around today at the place. */
export function listDaysOfWeek(day: CivilDay | undefined, zone: string, now: number = Date.now()): CivilDay[] {
  const shownDay = day ?? dayIn(new Date(now).toISOString(), zone)
  const weekday = new Date(`${shownDay}T00:00:00Z`).getUTCDay()
  const monday = addDays(shownDay, -((weekday + 6) % 7))
  return Array.from({ length: 7 }, (_, at) => addDays(monday, at))
}

type TimedEntry = { startUtc: string }
export type TimeOrder = 'soonest' | 'latest'

export function sortByStart<One extends TimedEntry>(all: readonly One[], order: TimeOrder = 'soonest'): One[] {
  const sign = order === 'soonest' ? 1 : -1
  return all.toSorted((one, other) => sign * (Date.parse(one.startUtc) - Date.parse(other.startUtc)))
}

/** Groups by the day on which they start at the place, soonest first. */
export function groupByDay<One extends TimedEntry>(all: readonly One[], zone: string): Map<CivilDay, One[]> {
  return Map.groupBy(sortByStart(all), ({ startUtc }) => dayIn(startUtc, zone))
}

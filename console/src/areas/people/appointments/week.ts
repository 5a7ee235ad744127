import dayjs, { type Dayjs } from 'dayjs'

/** Seven days of the reader's own calendar, from Monday. */
export function weekOf(day: string | undefined): Dayjs[] {
  const shown = dayjs(day)
  const monday = shown.startOf('day').subtract((shown.day() + 6) % 7, 'day')
  return Array.from({ length: 7 }, (_, at) => monday.add(at, 'day'))
}

type Timed = { startUtc: string }
export type Order = 'soonest' | 'latest'

/** The soonest first, or the latest. */
export function inOrder<One extends Timed>(all: readonly One[], order: Order = 'soonest'): One[] {
  const sign = order === 'soonest' ? 1 : -1
  return all.toSorted((one, other) => sign * (Date.parse(one.startUtc) - Date.parse(other.startUtc)))
}

/** By the local day on which they begin, soonest first. */
export function byDay<One extends Timed>(all: readonly One[]): Map<string, One[]> {
  return Map.groupBy(inOrder(all), ({ startUtc }) => dayjs(startUtc).format('YYYY-MM-DD'))
}

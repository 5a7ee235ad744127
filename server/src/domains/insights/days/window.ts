import { dayMilliseconds } from '../../../platform/world.ts'

export type InsightWindow = { start: Date; end: Date }

/** A window as the computed days within it, and the rest of it: parts of days, and days that are not computed. */
export type SplitWindow = { days: Date[]; rest: { starts: Date[]; ends: Date[] } }

export const nextMidnight = (day: Date): Date => new Date(day.getTime() + dayMilliseconds)

/** `computed`: the midnights of days, in order. Days that the window contains only in part count as not computed. */
export function splitWindow({ start, end }: InsightWindow, computed: readonly Date[]): SplitWindow {
  const days = computed.filter((day) => day >= start && nextMidnight(day) <= end)
  const starts = [start, ...days.map(nextMidnight)]
  const ends = [...days, end]
  const gaps = starts.map((gapStart, at) => [gapStart, ends[at] as Date] as const).filter(([from, to]) => from < to)
  return { days, rest: { starts: gaps.map(([from]) => from), ends: gaps.map(([, to]) => to) } }
}

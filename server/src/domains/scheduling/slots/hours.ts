import type { SchedulingConfig } from '@parley/definition'

import {
  dayMs,
  findWallTime,
  listDays,
  mergeIntervals,
  minuteMs,
  type OffsetSpan,
  parseDay,
  type TimeInterval,
  weekdayOf,
} from './time.ts'

export type Representative = SchedulingConfig['representatives'][number]
type Window = NonNullable<SchedulingConfig['availableHours']>[number]

/** The owner of the hours: a representative, or the agent itself. `zone` is the fallback. */
type HoursOwner = { representative?: Representative; zone: string }
/** Weekly windows, and the zone that applies to them, to blackout dates, and to the same-day rule. */
export type GoverningHours = { zone: string; windows: readonly Window[] }

export function findGoverningHours(config: SchedulingConfig, { representative, zone }: HoursOwner): GoverningHours {
  const own = representative?.availability
  return {
    zone: own?.timezone ?? config.timezone ?? zone,
    windows: own?.workingHours?.length ? own.workingHours : (config.availableHours ?? []),
  }
}

export function hasHours({ availableHours = [], representatives }: SchedulingConfig): boolean {
  return availableHours.length > 0 || representatives.some(({ availability }) => availability?.workingHours?.length)
}

/**
 * Intervals in which each window is open: an instant is inside if and only if the wall clock shows a time of the
 * window. Time skipped by a clock change is therefore not open, and repeated time is open twice. Parts that adjoin
 * across a clock change are merged; different windows remain separate.
 */
export function toWindowIntervals(windows: readonly Window[], spans: readonly OffsetSpan[]): TimeInterval[] {
  return windows.flatMap((window) => mergeIntervals(spans.flatMap((span) => toSpanIntervals(window, span))))
}

export function findBlackoutDays({ blackoutDates = [] }: SchedulingConfig): ReadonlySet<number> {
  return new Set(blackoutDates.map(parseDay))
}

function toSpanIntervals({ dayOfWeek, startTime, endTime }: Window, span: OffsetSpan): TimeInterval[] {
  const fromMs = toMilliseconds(startTime)
  // 24:00 cannot be written, so 23:59 means the end of the day; the two windows of a night then adjoin.
  const toMs = endTime === '23:59' ? dayMs : toMilliseconds(endTime)
  const { first, last } = listDays(span)
  const times: TimeInterval[] = []
  for (let day = first + ((dayOfWeek - weekdayOf(first) + 7) % 7); day <= last; day += 7) {
    times.push(findWallTime({ day, fromMs, toMs }, span))
  }
  return times
}

function toMilliseconds(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs
}

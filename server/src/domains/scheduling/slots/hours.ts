import type { SchedulingConfig } from '@parley/definition'
import { mergeIntervals, type TimeInterval } from './interval.ts'
import { dayMs, findWallTime, listDays, minuteMs, type OffsetSpan, parseDay, weekdayOf } from './wall-clock.ts'

export type Representative = SchedulingConfig['representatives'][number]
type Window = NonNullable<SchedulingConfig['availableHours']>[number]

/** Whose hours are asked for: a representative, or without one the agent itself; `zone` serves where none is set. */
type HoursOwner = { representative?: Representative; zone: string }
/** Weekly windows and the zone in which they, the blackout dates and the same-day rule are read. */
export type GoverningHours = { zone: string; windows: readonly Window[] }

export function findGoverningHours(config: SchedulingConfig, { representative, zone }: HoursOwner): GoverningHours {
  const own = representative?.availability
  return {
    zone: own?.timezone ?? config.timezone ?? zone,
    windows: own?.workingHours?.length ? own.workingHours : (config.availableHours ?? []),
  }
}

/** Whether anyone's hours are set. */
export function hasHours({ availableHours = [], representatives }: SchedulingConfig): boolean {
  return availableHours.length > 0 || representatives.some(({ availability }) => availability?.workingHours?.length)
}

/**
 * When each window is open: an instant is inside if and only if the wall clock then shows a time of the window. What a
 * change of the clocks takes out of a window is thus not open, and what it repeats is open twice. Pieces that adjoin
 * across a change are one; different windows stay apart.
 */
export function toWindowIntervals(windows: readonly Window[], spans: readonly OffsetSpan[]): TimeInterval[] {
  return windows.flatMap((window) => mergeIntervals(spans.flatMap((span) => toSpanIntervals(window, span))))
}

export function findBlackoutDays({ blackoutDates = [] }: SchedulingConfig): ReadonlySet<number> {
  return new Set(blackoutDates.map(parseDay))
}

function toSpanIntervals({ dayOfWeek, startTime, endTime }: Window, span: OffsetSpan): TimeInterval[] {
  const fromMs = toMilliseconds(startTime)
  // 24:00 cannot be written: 23:59 stands for the end of the day, so that a night's two windows adjoin.
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

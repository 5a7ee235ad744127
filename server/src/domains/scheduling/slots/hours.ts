import type { SchedulingConfig } from '@parley/definition'
import { type Interval, merged } from './interval.ts'
import { dayMs, dayOf, daysOf, minuteMs, type OffsetSpan, weekdayOf, whenShown } from './wall-clock.ts'

export type Representative = SchedulingConfig['representatives'][number]
type Window = NonNullable<SchedulingConfig['availableHours']>[number]

/** Whose hours are asked for: a representative, or without one the agent itself; `zone` serves where none is set. */
type Governing = { representative?: Representative; zone: string }
/** Weekly windows and the zone in which they, the blackout dates and the same-day rule are read. */
export type Hours = { zone: string; windows: readonly Window[] }

export function governingHours(config: SchedulingConfig, { representative, zone }: Governing): Hours {
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
export function windowTimes(windows: readonly Window[], spans: readonly OffsetSpan[]): Interval[] {
  return windows.flatMap((window) => merged(spans.flatMap((span) => timesInSpan(window, span))))
}

export function blackoutDays({ blackoutDates = [] }: SchedulingConfig): ReadonlySet<number> {
  return new Set(blackoutDates.map(dayOf))
}

function timesInSpan({ dayOfWeek, startTime, endTime }: Window, span: OffsetSpan): Interval[] {
  const fromMs = msOf(startTime)
  // 24:00 cannot be written: 23:59 stands for the end of the day, so that a night's two windows adjoin.
  const toMs = endTime === '23:59' ? dayMs : msOf(endTime)
  const { first, last } = daysOf(span)
  const times: Interval[] = []
  for (let day = first + ((dayOfWeek - weekdayOf(first) + 7) % 7); day <= last; day += 7) {
    times.push(whenShown({ day, fromMs, toMs }, span))
  }
  return times
}

function msOf(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * minuteMs
}

import { type AgentLocation, getLocationHours, type SchedulingConfig } from '@parley/definition'

import {
  dayMs,
  findWallTime,
  intersectIntervals,
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

/** The owner of the hours: a representative, or the agent itself, and where. `zone` is the fallback. */
type HoursOwner = { representative?: Representative; location?: AgentLocation; zone: string }
type ZonedWindows = { zone: string; windows: readonly Window[] }
/**
 * Weekly windows, and the zone that applies to them, to blackout dates, and to the same-day rule. `within` are the hours
 * of the location, which a representative with hours of their own must respect too.
 */
export type GoverningHours = ZonedWindows & { within?: ZonedWindows }

export function findGoverningHours(
  config: SchedulingConfig,
  { representative, location, zone }: HoursOwner,
): GoverningHours {
  const own = representative?.availability
  const ofAgent = config.timezone ?? zone
  const hasOwn = (own?.workingHours?.length ?? 0) > 0
  if (!location) {
    return {
      zone: own?.timezone ?? ofAgent,
      windows: hasOwn ? (own?.workingHours ?? []) : (config.availableHours ?? []),
    }
  }
  const there = { zone: location.timeZone ?? ofAgent, windows: getLocationHours({ scheduling: config }, location) }
  if (!hasOwn) return there
  const theirs = { zone: own?.timezone ?? there.zone, windows: own?.workingHours ?? [] }
  return there.windows.length > 0 ? { ...theirs, within: there } : theirs
}

export function hasHours(
  { availableHours = [], representatives }: SchedulingConfig,
  locations: readonly AgentLocation[] = [],
): boolean {
  const isOpen = availableHours.length > 0 || locations.some(({ hours }) => hours?.length)
  return isOpen || representatives.some(({ availability }) => availability?.workingHours?.length)
}

/**
 * Intervals in which each window is open: an instant is inside if and only if the wall clock shows a time of the
 * window. Time skipped by a clock change is therefore not open, and repeated time is open twice. Parts that adjoin
 * across a clock change are merged; different windows remain separate.
 */
export function toWindowIntervals(windows: readonly Window[], spans: readonly OffsetSpan[]): TimeInterval[] {
  return windows.flatMap((window) => mergeIntervals(spans.flatMap((span) => toSpanIntervals(window, span))))
}

/** The intervals of the hours, each cut to the hours of the location. */
export function toOpenIntervals(
  { windows, within }: GoverningHours,
  { spans, spansWithin }: { spans: readonly OffsetSpan[]; spansWithin: readonly OffsetSpan[] },
): TimeInterval[] {
  const times = toWindowIntervals(windows, spans)
  if (!within) return times
  const there = mergeIntervals(toWindowIntervals(within.windows, spansWithin))
  return times.flatMap((interval) => intersectIntervals([interval], there))
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

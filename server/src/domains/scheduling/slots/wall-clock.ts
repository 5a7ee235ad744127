import { Temporal } from 'temporal-polyfill'
import { mergeIntervals, type TimeInterval } from './interval.ts'

export const minuteMs = 60_000
export const dayMs = 86_400_000

/** A period in which a zone has one offset: its wall clock shows the instant plus the offset. */
export type OffsetSpan = TimeInterval & { offsetMs: number }

/** A date as days since 1970-01-01, and a part of its wall clock in milliseconds since midnight. */
type WallTime = { day: number; fromMs: number; toMs: number }

/** Splits the range at the zone's offset changes; between them the wall clock is plain arithmetic. */
export function offsetSpans(zone: string, range: TimeInterval): OffsetSpan[] {
  const spans: OffsetSpan[] = []
  let at: Temporal.ZonedDateTime | null = toZonedDateTime(zone, range.start)
  for (let start = range.start; at && start < range.end; ) {
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition('next')
    const end = Math.min(next?.epochMilliseconds ?? range.end, range.end)
    spans.push({ start, end, offsetMs: getOffsetMs(at) })
    start = end
    at = next
  }
  return spans
}

/** Local date at an instant, as days since 1970-01-01. */
export function getDayAt(zone: string, instant: number): number {
  return Math.floor((instant + getOffsetMs(toZonedDateTime(zone, instant))) / dayMs)
}

export function parseDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs
}

/** 0 is Sunday, as in a SchedulingWindow; day 0 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** The local dates that a span covers, at least in part. */
export function listDays({ start, end, offsetMs }: OffsetSpan): { first: number; last: number } {
  return { first: Math.floor((start + offsetMs) / dayMs), last: Math.ceil((end + offsetMs) / dayMs) - 1 }
}

/** The part of a span in which the wall clock shows that time; empty if there is none. */
export function findWallTime({ day, fromMs, toMs }: WallTime, { start, end, offsetMs }: OffsetSpan): TimeInterval {
  const midnight = day * dayMs - offsetMs
  return { start: Math.max(midnight + fromMs, start), end: Math.min(midnight + toMs, end) }
}

export function toDayIntervals(days: ReadonlySet<number>, spans: readonly OffsetSpan[]): TimeInterval[] {
  const times: TimeInterval[] = []
  for (const span of days.size > 0 ? spans : []) {
    const { first, last } = listDays(span)
    for (let day = first; day <= last; day++) {
      if (days.has(day)) times.push(findWallTime({ day, fromMs: 0, toMs: dayMs }, span))
    }
  }
  return mergeIntervals(times)
}

/** First instant of a date plus `days`: midnight, or the first moment after it when a clock change skips midnight. */
export function getStartOfDay(zone: string, date: string, days: number): number {
  const { timeZoneId } = toZonedDateTime(zone, 0)
  return Temporal.PlainDate.from(date).add({ days }).toZonedDateTime(timeZoneId).epochMilliseconds
}

function toZonedDateTime(zone: string, instant: number): Temporal.ZonedDateTime {
  const at = Temporal.Instant.fromEpochMilliseconds(instant)
  try {
    return at.toZonedDateTimeISO(zone)
  } catch {
    return at.toZonedDateTimeISO(resolveZone(zone))
  }
}

/**
 * A stored zone may predate the current validation: Intl accepts names such as PST, and an unknown one falls back to
 * UTC.
 */
function resolveZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

function getOffsetMs(at: Temporal.ZonedDateTime): number {
  return at.offsetNanoseconds / 1e6
}

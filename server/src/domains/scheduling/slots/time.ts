import { Temporal } from 'temporal-polyfill'

/** Half-open interval in epoch milliseconds: includes `start`, excludes `end`. Empty when both are equal. */
export type TimeInterval = { start: number; end: number }

export const allTime: readonly TimeInterval[] = [{ start: -Infinity, end: Infinity }]

/** Returns sorted intervals that neither overlap nor adjoin, as the functions below require. */
export function mergeIntervals(intervals: readonly TimeInterval[]): TimeInterval[] {
  const joined: TimeInterval[] = []
  for (const { start, end } of sorted(intervals)) {
    const last = joined.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else if (start < end) joined.push({ start, end })
  }
  return joined
}

/** Most lists are already sorted, and checking that costs an eighth of sorting again. */
function sorted(intervals: readonly TimeInterval[]): readonly TimeInterval[] {
  const inOrder = intervals.every(({ start }, at) => at === 0 || (intervals[at - 1] as TimeInterval).start <= start)
  return inOrder ? intervals : intervals.toSorted((a, b) => a.start - b.start)
}

export function intersectIntervals(some: readonly TimeInterval[], others: readonly TimeInterval[]): TimeInterval[] {
  const common: TimeInterval[] = []
  for (let i = 0, j = 0; ; ) {
    const [a, b] = [some[i], others[j]]
    if (!a || !b) return common
    const start = Math.max(a.start, b.start)
    const end = Math.min(a.end, b.end)
    if (start < end) common.push({ start, end })
    if (a.end < b.end) i++
    else j++
  }
}

export function subtractIntervals(
  intervals: readonly TimeInterval[],
  removed: readonly TimeInterval[],
): TimeInterval[] {
  if (removed.length === 0) return [...intervals]
  const between = removed.map(({ end }, at) => ({ start: end, end: removed[at + 1]?.start ?? Infinity }))
  return intersectIntervals(intervals, [{ start: -Infinity, end: removed[0]?.start ?? Infinity }, ...between])
}

/** Whether a single one of the intervals contains all of `interval`. */
export function containsInterval(intervals: readonly TimeInterval[], { start, end }: TimeInterval): boolean {
  return intervals.some((each) => each.start <= start && end <= each.end)
}

export function overlapsInterval(a: TimeInterval, b: TimeInterval): boolean {
  return Math.max(a.start, b.start) < Math.min(a.end, b.end)
}

export const minuteMs = 60_000
export const dayMs = 86_400_000

/** A period in which a zone has one offset: its wall clock shows the instant plus the offset. */
export type OffsetSpan = TimeInterval & { offsetMs: number }

/** A date as days since 1970-01-01, and a part of its wall clock in milliseconds since midnight. */
type WallTime = { day: number; fromMs: number; toMs: number }

/** Splits the range at the zone's offset changes; between them the wall clock is plain arithmetic. */
export function splitAtOffsetChanges(zone: string, range: TimeInterval): OffsetSpan[] {
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

import { timeZone } from '@parley/findings'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { invalidRequest } from '../../platform/http/problem.ts'
import { instantQuery } from '../../platform/http/schemas.ts'
import { dayMilliseconds } from '../../platform/world.ts'

export const minuteMilliseconds = 60_000
export const hourMilliseconds = 60 * minuteMilliseconds
/** UTC hour that contains `at`. */
export const startOfHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMilliseconds) * hourMilliseconds)

export const startOfMinute = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / minuteMilliseconds) * minuteMilliseconds)

export const ceilToHour = (at: Date): Date => startOfHour(new Date(at.getTime() + hourMilliseconds - 1))

export const subtractHours = (at: Date, hours: number): Date => new Date(at.getTime() - hours * hourMilliseconds)

/** Starts of the local days from that of `from` until `until`. */
export function listDayStarts(from: Date, until: Date, timeZone: string): Date[] {
  const starts: Date[] = []
  let day = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone).startOfDay()
  do {
    starts.push(new Date(day.epochMilliseconds))
    day = day.add({ days: 1 }).startOfDay()
  } while (day.epochMilliseconds < until.getTime())
  return starts
}

function startOfNextDay(at: Date, timeZone: string): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(zoned.add({ days: 1 }).startOfDay().epochMilliseconds)
}

export const intervals = ['hour', 'day'] as const
export type UsageInterval = (typeof intervals)[number]

export const UsageQuery = z.strictObject({
  start: instantQuery
    .optional()
    .meta({ description: 'ISO-8601 or milliseconds; default: 14 days before `end` by day, 24 hours by hour.' }),
  end: instantQuery.optional().meta({ description: 'ISO-8601 or milliseconds, exclusive; default: now.' }),
  interval: z.enum(intervals).default('day'),
  timeZone: timeZone
    .optional()
    .meta({ description: 'The time zone that defines days; default: the time zone of the org, or else UTC.' }),
})
export type UsageQuery = z.output<typeof UsageQuery>

/** Consecutive intervals: the start of each and the end of the last. */
export type UsageWindow = { interval: UsageInterval; starts: readonly Date[]; end: Date }

const maxDays: Record<UsageInterval, number> = { hour: 14, day: 92 }
const defaultMilliseconds: Record<UsageInterval, number> = {
  hour: dayMilliseconds - hourMilliseconds,
  day: 13 * dayMilliseconds,
}
const [earliest, latest] = [Date.parse('1970-01-02T00:00:00Z'), Date.parse('9999-01-01T00:00:00Z')]

/**
 * Expands to whole intervals: from the one that contains `start` to the one that contains `end`, or that ends there.
 */
export function parseUsageWindow(
  query: Omit<UsageQuery, 'timeZone'>,
  { now, zone }: { now: Date; zone: string },
): UsageWindow {
  const { interval } = query
  // Includes the current moment.
  const end = query.end ?? new Date(now.getTime() + 1)
  const start = query.start ?? new Date(end.getTime() - 1 - defaultMilliseconds[interval])
  refuseOutOfBounds(interval, start, end)
  return interval === 'day' ? buildDayWindow(start, end, zone) : buildHourWindow(start, end)
}

function refuseOutOfBounds(interval: UsageInterval, start: Date, end: Date): void {
  for (const [field, at] of [['start', start], ['end', end]] as const) {
    const known = at.getTime() >= earliest && at.getTime() <= latest
    if (!known) throw invalidRequest([{ field, message: 'must be between the years 1970 and 9999' }])
  } // biome-ignore format: short
  if (start >= end) throw invalidRequest([{ field: 'start', message: 'must be before end' }])
  const days = maxDays[interval]
  // Allows for the extra hour of a day on which the clocks go back.
  if (end.getTime() - start.getTime() > days * dayMilliseconds + hourMilliseconds + 1) {
    throw invalidRequest([{ field: 'start', message: `must be at most ${days} days before end by ${interval}` }])
  }
}

function buildDayWindow(start: Date, end: Date, zone: string): UsageWindow {
  const starts = listDayStarts(start, end, zone)
  return { interval: 'day', starts, end: startOfNextDay(starts.at(-1) as Date, zone) }
}

function buildHourWindow(start: Date, end: Date): UsageWindow {
  const [first, last] = [startOfHour(start).getTime(), end.getTime()]
  const starts = Array.from(
    { length: Math.ceil((last - first) / hourMilliseconds) },
    (_, n) => new Date(first + n * hourMilliseconds),
  )
  return { interval: 'hour', starts, end: new Date(first + starts.length * hourMilliseconds) }
}

/** Returns the interval that the hour starts in. */
export function intervalIndexOf(window: UsageWindow, hour: Date): number {
  const after = window.starts.findIndex((start) => start > hour)
  return (after < 0 ? window.starts.length : after) - 1
}

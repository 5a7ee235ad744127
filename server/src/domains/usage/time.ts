import { Temporal } from 'temporal-polyfill'

export const minuteMilliseconds = 60_000
export const hourMilliseconds = 60 * minuteMilliseconds
export const dayMilliseconds = 24 * hourMilliseconds

/** The beginning of the hour (UTC) that this lies in. */
export const startOfHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMilliseconds) * hourMilliseconds)

/** The beginning of the minute that this lies in. */
export const startOfMinute = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / minuteMilliseconds) * minuteMilliseconds)

/** The first hour that begins at that time or after it. */
export const ceilToHour = (at: Date): Date => startOfHour(new Date(at.getTime() + hourMilliseconds - 1))

export const subtractHours = (at: Date, hours: number): Date => new Date(at.getTime() - hours * hourMilliseconds)

/** The beginnings of the local days that lie between, beginning with that of the day of `from`. */
export function listDayStarts(from: Date, until: Date, timeZone: string): Date[] {
  const starts: Date[] = []
  let day = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone).startOfDay()
  do {
    starts.push(new Date(day.epochMilliseconds))
    day = day.add({ days: 1 }).startOfDay()
  } while (day.epochMilliseconds < until.getTime())
  return starts
}

/** The beginning of the local day after the one that `at` lies in. */
export function startOfNextDay(at: Date, timeZone: string): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(zoned.add({ days: 1 }).startOfDay().epochMilliseconds)
}

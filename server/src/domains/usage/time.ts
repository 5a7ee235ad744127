import { Temporal } from 'temporal-polyfill'

export const minuteMilliseconds = 60_000
export const hourMilliseconds = 60 * minuteMilliseconds
export const dayMilliseconds = 24 * hourMilliseconds

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

export function startOfNextDay(at: Date, timeZone: string): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(zoned.add({ days: 1 }).startOfDay().epochMilliseconds)
}

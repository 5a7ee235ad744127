import { Temporal } from 'temporal-polyfill'

export const mailDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof mailDays)[number]

export type WeeklyTime = { timeZone: string; day: Weekday; hour: number }

/** A mail that moves to another day of the week comes at least this much later than the last one. */
const minGapHours = 6 * 24

/**
 * The first time after `now` at which the zone's clock shows the day and the hour, and not within six days of the mail
 * before. An hour that the zone skips when clocks go forward becomes the hour after it.
 */
export function nextWeeklyMail({ timeZone, day, hour }: WeeklyTime, now: Date, sentFor: Date | null): Date {
  const earliest = sentFor ? Math.max(now.getTime(), sentFor.getTime() + minGapHours * 3_600_000 - 1) : now.getTime()
  const local = Temporal.Instant.fromEpochMilliseconds(earliest).toZonedDateTimeISO(timeZone)
  const target = mailDays.indexOf(day) + 1
  for (let ahead = (target - local.dayOfWeek + 7) % 7; ; ahead += 7) {
    const date = local.toPlainDate().add({ days: ahead })
    const at = date.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds
    if (at > earliest) return new Date(at)
  }
}

import type { TriggerDate } from '@parley/definition'
import { Temporal } from 'temporal-polyfill'

/** Days as text, such as 2030-01-31: they sort like the days they name. */
export type Day = string

const defaults = { hour: 9, timeZone: 'UTC', offsetDays: 0 }

/** The days of a date that a pass looks for: whole dates, or month and day for dates that count every year. */
export type WantedDates = { field: string; yearly: boolean; dates: string[] }

/** Days that were missed, because no process ran, are made up for as long as they are this recent. */
const maxMissedDays = 7

const atHour = (day: Temporal.PlainDate, { hour = defaults.hour, timeZone = defaults.timeZone }: TriggerDate) =>
  day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from({ hour }) }).epochMilliseconds

/** The last day, in the time zone of the trigger, whose hour has come. */
export function findLastDueDay(date: TriggerDate, now: Date): Day {
  const { timeZone = defaults.timeZone } = date
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  return (atHour(today, date) <= now.getTime() ? today : today.subtract({ days: 1 })).toString()
}

/** When the hour of the day after `done` comes. */
export function findNextDueTime(date: TriggerDate, done: Day): Date {
  return new Date(atHour(Temporal.PlainDate.from(done).add({ days: 1 }), date))
}

/** The dates of people whose day is after `done` and not after `until`. */
export function listWantedDates(date: TriggerDate, { done, until }: { done: Day; until: Day }): WantedDates {
  const { field, yearly = false, offsetDays = defaults.offsetDays } = date
  const last = Temporal.PlainDate.from(until)
  const earliest = last.subtract({ days: maxMissedDays })
  const first = Temporal.PlainDate.compare(earliest, done) < 0 ? Temporal.PlainDate.from(done) : earliest
  const dates: string[] = []
  for (let day = first.add({ days: 1 }); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    const meant = day.subtract({ days: offsetDays })
    dates.push(...(yearly ? listMonthDays(meant) : [meant.toString()]))
  }
  return { field, yearly, dates }
}

/** In years without a February 29, the people of that day are found on the 28th. */
function listMonthDays(day: Temporal.PlainDate): string[] {
  const monthDay = day.toString().slice(-5)
  return monthDay === '02-28' && !day.inLeapYear ? [monthDay, '02-29'] : [monthDay]
}

import { Temporal } from 'temporal-polyfill'

/** The person's current time and country. */
export type CalendarContext = { now: Temporal.ZonedDateTime; today: Temporal.PlainDate; country: string }

/** Returns undefined for an invalid time; an unknown zone falls back to UTC. */
export function createCalendarContext(about: {
  now: string
  timezone: string
  country?: string
}): CalendarContext | undefined {
  const epoch = Date.parse(about.now)
  if (Number.isNaN(epoch)) return undefined
  const now = inTimeZone(epoch, about.timezone)
  return { now, today: now.toPlainDate(), country: about.country?.toUpperCase() ?? 'US' }
}

export function inTimeZone(epoch: number, timezone: string): Temporal.ZonedDateTime {
  const at = Temporal.Instant.fromEpochMilliseconds(epoch)
  try {
    return at.toZonedDateTimeISO(timezone)
  } catch {
    return at.toZonedDateTimeISO('UTC')
  }
}

/** Returns undefined for a day that does not exist. */
export function createDate(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

/** Returns the first such day that is not in the past: February 29 may be years away. */
export function findNextDate({ today }: CalendarContext, month: number, day: number): Temporal.PlainDate | undefined {
  for (let year = today.year; year <= today.year + 8; year++) {
    const date = createDate(year, month, day)
    if (date && Temporal.PlainDate.compare(date, today) >= 0) return date
  }
  return undefined
}

/** `the 5th`: of this month, or of the next month that has one. */
export function findNextDayOfMonth({ today }: CalendarContext, day: number): Temporal.PlainDate | undefined {
  for (let months = 0; months < 3; months++) {
    const month = today.with({ day: 1 }).add({ months })
    const date = createDate(month.year, month.month, day)
    if (date && Temporal.PlainDate.compare(date, today) >= 0) return date
  }
  return undefined
}

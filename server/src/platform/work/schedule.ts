import { Temporal } from 'temporal-polyfill'

export const recurrenceWeekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof recurrenceWeekdays)[number]

export type Recurrence =
  | { everySeconds: number }
  | { every: 'daily'; at?: string; timezone?: string }
  | { every: 'weekly'; weekday?: Weekday; at?: string; timezone?: string }

const defaultTime = '06:00'

/**
 * Returns the first time of the schedule after `after`. A local time skipped by a clock change runs later by as much as
 * the clocks skip; a local time that occurs twice runs the first time.
 */
export function nextOccurrence(schedule: Recurrence, after: Date): Date {
  if ('everySeconds' in schedule) return new Date(after.getTime() + schedule.everySeconds * 1000)
  const timeZone = schedule.timezone ?? 'UTC'
  const plainTime = Temporal.PlainTime.from(schedule.at ?? defaultTime)
  // Starts from the day before, because a skipped time may shift past midnight.
  let day = dayIn(timeZone, after).subtract({ days: 1 })
  if (schedule.every === 'weekly') day = onOrBefore(day, schedule.weekday ?? 'monday')
  const step = { days: schedule.every === 'weekly' ? 7 : 1 }
  for (;;) {
    const at = day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
    if (at > after.getTime()) return new Date(at)
    day = day.add(step)
  }
}

function dayIn(timeZone: string, at: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
}

function onOrBefore(day: Temporal.PlainDate, weekday: Weekday): Temporal.PlainDate {
  const back = (day.dayOfWeek - (recurrenceWeekdays.indexOf(weekday) + 1) + 7) % 7
  return day.subtract({ days: back })
}

import type { Appointment, AppointmentAction } from '../appointments/appointment.ts'
import type { News } from '../appointments/follow.ts'
import { intervalOf } from '../appointments/moves.ts'
import { nameOf } from '../appointments/person-name.ts'
import type { Interval } from '../slots/interval.ts'
import { calendarPart } from './icalendar.ts'
import { writtenBriefly, writtenTimes } from './written-time.ts'

/** What the recipients are told of a change. */
export type Letter = { subject: string; body: string; calendar: string }

const titles: Record<AppointmentAction, string> = {
  booked: 'Appointment booked',
  rescheduled: 'Appointment moved',
  cancelled: 'Appointment cancelled',
}

export function letterAbout(news: News, now: Date): Letter {
  const { action, appointment, person, terms } = news
  const name = nameOf(person) ?? 'a person'
  const subject = `${titles[action]}: ${name}, ${writtenBriefly(appointment.startUtc.getTime(), terms.zone)}`
  const body = bodyOf(news)
  return { subject, body, calendar: calendarOf(news, { name, body, now }) }
}

function bodyOf({ action, appointment, before, person, reason, terms }: News): string {
  const { host, notes, prospectTimezone } = appointment
  const when = (interval: Interval) => writtenTimes(interval, terms.zone)
  const theirs = prospectTimezone === terms.zone ? undefined : writtenTimes(intervalOf(appointment), prospectTimezone)
  const moved = action === 'rescheduled' && before && !sameTimes(before, appointment) ? before : undefined
  const lines = {
    When: when(intervalOf(appointment)),
    'For them': theirs,
    Before: moved && when(intervalOf(moved)),
    Who: [nameOf(person), person.phone, person.email].filter(Boolean).join(', ') || 'not known',
    With: [host.name, host.title].filter(Boolean).join(', ') || undefined,
    Reason: reason,
    Notes: notes,
  }
  const written = Object.entries(lines).flatMap(([label, value]) => (value ? `${label}: ${indented(value)}` : []))
  return [`${titles[action]}.`, '', ...written, ''].join('\n')
}

/** A further line of what somebody has written is not to be taken for one of ours. */
function indented(value: string): string {
  return value.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\n    ')
}

function sameTimes(one: Appointment, other: Appointment): boolean {
  return one.startUtc.getTime() === other.startUtc.getTime() && one.endUtc.getTime() === other.endUtc.getTime()
}

function calendarOf({ appointment }: News, { name, body, now }: { name: string; body: string; now: Date }): string {
  const { id, sequence, status, startUtc: start, endUtc: end, host } = appointment
  const summary = host.name ? `${name} with ${host.name}` : `Appointment: ${name}`
  const uid = `${id}@parley`
  return calendarPart({
    uid,
    sequence,
    at: now,
    start,
    end,
    summary,
    description: body,
    cancelled: status === 'cancelled',
  })
}

import { type Appointment, type AppointmentAction, intervalOf } from '../appointments/appointment.ts'
import { formatLocation, formatPersonName } from '../appointments/read-appointment.ts'
import type { AppointmentChange } from '../appointments/side-effects.ts'

import type { TimeInterval } from '../slots/time.ts'
import { formatICalendar } from './icalendar.ts'

const language = 'en-GB'
const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const briefDate = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** `Thursday, 31 January 2030, 10:00–10:30, Central European Standard Time (Europe/Berlin)` */
function formatInterval({ start, end }: TimeInterval, timeZone: string): string {
  const times = new Intl.DateTimeFormat(language, { ...date, ...time, timeZone }).formatRange(start, end)
  return `${times}, ${zoneName(start, timeZone)} (${timeZone})`
}

/** `Thu, 31 Jan 2030, 10:00` */
function formatShortDateTime(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { ...briefDate, ...time, timeZone }).format(at)
}

/** Standard or daylight name of the zone at that time. Formatting a range would provide only the short name. */
function zoneName(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'long' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
}

export type MailContent = { subject: string; body: string; calendar: string }

const titles: Record<AppointmentAction, string> = {
  booked: 'Appointment booked',
  rescheduled: 'Appointment moved',
  cancelled: 'Appointment canceled',
}

export function composeMail(news: AppointmentChange, now: Date): MailContent {
  const { action, appointment, person, terms } = news
  const name = formatPersonName(person) ?? 'a person'
  const subject = `${titles[action]}: ${name}, ${formatShortDateTime(appointment.startUtc.getTime(), terms.zone)}`
  const body = composeBody(news)
  return { subject, body, calendar: composeCalendar(news, { name, body, now }) }
}

function composeBody({ action, appointment, before, person, reason, terms }: AppointmentChange): string {
  const { host, location, notes, prospectTimezone } = appointment
  const when = (interval: TimeInterval) => formatInterval(interval, terms.zone)
  const theirs = prospectTimezone === terms.zone ? undefined : formatInterval(intervalOf(appointment), prospectTimezone)
  const moved = action === 'rescheduled' && before && !hasSameTimes(before, appointment) ? before : undefined
  const lines = {
    When: when(intervalOf(appointment)),
    'For them': theirs,
    Before: moved && when(intervalOf(moved)),
    Who: [formatPersonName(person), person.phone, person.email].filter(Boolean).join(', ') || 'unknown',
    With: [host.name, host.title].filter(Boolean).join(', ') || undefined,
    Where: location && formatLocation(location),
    Reason: reason,
    Notes: notes,
  }
  const written = Object.entries(lines).flatMap(([label, value]) => (value ? `${label}: ${indentLines(value)}` : []))
  return [`${titles[action]}.`, '', ...written, ''].join('\n')
}

/** Indents continuation lines, so that a person's text cannot be mistaken for our lines. */
function indentLines(value: string): string {
  return value.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\n    ')
}

function hasSameTimes(one: Appointment, other: Appointment): boolean {
  return one.startUtc.getTime() === other.startUtc.getTime() && one.endUtc.getTime() === other.endUtc.getTime()
}

function composeCalendar(
  { appointment }: AppointmentChange,
  { name, body, now }: { name: string; body: string; now: Date },
): string {
  const { id, sequence, status, startUtc: start, endUtc: end, host, location } = appointment
  const summary = host.name ? `${name} with ${host.name}` : `Appointment: ${name}`
  const uid = `${id}@parley`
  return formatICalendar({
    uid,
    sequence,
    at: now,
    start,
    end,
    summary,
    description: body,
    ...(location && { location: formatLocation(location) }),
    cancelled: status === 'cancelled',
  })
}

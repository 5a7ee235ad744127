import { z } from 'zod'
import type { TimeInterval } from '../slots/time.ts'
import {
  type AppointmentEvent,
  assertSuccess,
  type CalendarAdapter,
  isEventGone,
  parseCalendarResponse,
} from './calendar.ts'

/** developers.google.com/calendar/api/v3/reference: freebusy, events. */

const instant = z.iso.datetime({ offset: true }).transform((value) => Date.parse(value))
const Busy = z.object({
  busy: z.array(z.object({ start: instant, end: instant })).optional(),
  errors: z.array(z.unknown()).default([]),
})
const FreeBusy = z.object({ calendars: z.record(z.string(), Busy) })
const Event = z.object({ status: z.string() })

/** Google rejects queries over more than about three months. */
const maxQueryMilliseconds = 60 * 86_400_000
const noNotifications = '?sendUpdates=none'
/** How many times a deleted event is recreated before giving up. */
const maxRecreations = 10

export const googleCalendar: CalendarAdapter = (ask, { base, calendarId = 'primary' }) => {
  const events = `${base}/calendars/${encodeURIComponent(calendarId)}/events`
  const eventAt = (id: string) => `${events}/${encodeURIComponent(id)}`

  async function busyIn({ start, end }: TimeInterval): Promise<TimeInterval[]> {
    const [timeMin, timeMax] = [new Date(start).toISOString(), new Date(end).toISOString()]
    const body = { timeMin, timeMax, items: [{ id: calendarId }] }
    const { calendars } = parseCalendarResponse(FreeBusy, await ask({ method: 'POST', url: `${base}/freeBusy`, body }))
    const [only] = Object.values(calendars)
    if (!only?.busy || only.errors.length > 0) throw new Error('the account does not have that calendar')
    return only.busy
  }

  async function insert(id: string, event: AppointmentEvent): Promise<boolean> {
    const response = await ask({ method: 'POST', url: events + noNotifications, body: { id, ...toGoogleEvent(event) } })
    if (response.status === 409) return false
    parseCalendarResponse(Event, response)
    return true
  }

  /** Google retains a deleted event as cancelled: it keeps its id and cannot be changed. */
  async function change(id: string, event: AppointmentEvent): Promise<boolean> {
    const found = await ask({ method: 'GET', url: eventAt(id) })
    if (isEventGone(found) || parseCalendarResponse(Event, found).status === 'cancelled') return false
    const response = await ask({ method: 'PATCH', url: eventAt(id) + noNotifications, body: toGoogleEvent(event) })
    if (isEventGone(response)) return false
    parseCalendarResponse(Event, response)
    return true
  }

  async function take(id: string): Promise<'taken' | 'deleted before' | 'never there'> {
    const response = await ask({ method: 'DELETE', url: eventAt(id) + noNotifications })
    if (response.status === 410) return 'deleted before'
    if (response.status === 404) return 'never there'
    assertSuccess(response)
    return 'taken'
  }

  return {
    busy: async (range) => (await Promise.all(chunkRange(range, maxQueryMilliseconds).map(busyIn))).flat(),
    async put(event, eventId) {
      if (eventId !== undefined && (await change(eventId, event))) return eventId
      for (let life = 0; life < maxRecreations; life++) {
        const id = createEventId(event.appointmentId, life)
        if ((await insert(id, event)) || (await change(id, event))) return id
      }
      throw new Error('the event was deleted too many times')
    },
    async remove(appointmentId, eventId) {
      if (eventId !== undefined && (await take(eventId)) === 'taken') return
      // The event may have been recreated without a confirmation. Recreations are numbered consecutively, so the first
      // id that never existed ends the search.
      for (let life = 0; life < maxRecreations; life++) {
        if ((await take(createEventId(appointmentId, life))) !== 'deleted before') return
      }
    },
  }
}

function toGoogleEvent({ title, description = '', location, startUtc, endUtc }: AppointmentEvent): object {
  const [start, end] = [{ dateTime: startUtc.toISOString() }, { dateTime: endUtc.toISOString() }]
  return { summary: title, description, start, end, ...(location !== undefined && { location }) }
}

/** Splits the range into consecutive parts of at most `most` milliseconds. */
export function chunkRange({ start, end }: TimeInterval, most: number): TimeInterval[] {
  const cut: TimeInterval[] = []
  for (let from = start; from < end; from += most) cut.push({ start: from, end: Math.min(from + most, end) })
  return cut
}

const base32hex = '0123456789abcdefghijklmnopqrstuv'

/** Client-generated event ids must be base32hex. A deterministic id makes a repeated insert detectable. */
export function createEventId(appointmentId: string, life: number): string {
  const bits = [...Buffer.from(appointmentId)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{1,5}/g) ?? []
  const encoded = letters.map((five) => base32hex[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
  return `apt${base32hex[life]}${encoded}`
}

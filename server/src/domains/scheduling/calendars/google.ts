import { z } from 'zod'
import type { Interval } from '../slots/interval.ts'
import { isGone, read, succeeded } from './answers.ts'
import type { CalendarEvent, CalendarKind } from './calendar.ts'

/** developers.google.com/calendar/api/v3/reference: freebusy, events. */

const instant = z.iso.datetime({ offset: true }).transform((value) => Date.parse(value))
const Busy = z.object({
  busy: z.array(z.object({ start: instant, end: instant })).optional(),
  errors: z.array(z.unknown()).default([]),
})
const FreeBusy = z.object({ calendars: z.record(z.string(), Busy) })
const Event = z.object({ status: z.string() })

/** A query over more than about three months is refused. */
const mostQueryMilliseconds = 60 * 86_400_000
const quietly = '?sendUpdates=none'
/** How often somebody may delete the event of one appointment before it is no longer made anew. */
const mostLives = 10

export const googleCalendar: CalendarKind = (ask, { base, calendarId = 'primary' }) => {
  const events = `${base}/calendars/${encodeURIComponent(calendarId)}/events`
  const eventAt = (id: string) => `${events}/${encodeURIComponent(id)}`

  async function busyIn({ start, end }: Interval): Promise<Interval[]> {
    const [timeMin, timeMax] = [new Date(start).toISOString(), new Date(end).toISOString()]
    const body = { timeMin, timeMax, items: [{ id: calendarId }] }
    const { calendars } = read(FreeBusy, await ask({ method: 'POST', url: `${base}/freeBusy`, body }))
    const [only] = Object.values(calendars)
    if (!only?.busy || only.errors.length > 0) throw new Error('the account has no such calendar')
    return only.busy
  }

  async function insert(id: string, event: CalendarEvent): Promise<boolean> {
    const answered = await ask({ method: 'POST', url: events + quietly, body: { id, ...shown(event) } })
    if (answered.status === 409) return false
    read(Event, answered)
    return true
  }

  /** A deleted event stays as a cancelled one, which keeps its id and takes no change. */
  async function change(id: string, event: CalendarEvent): Promise<boolean> {
    const found = await ask({ method: 'GET', url: eventAt(id) })
    if (isGone(found) || read(Event, found).status === 'cancelled') return false
    const answered = await ask({ method: 'PATCH', url: eventAt(id) + quietly, body: shown(event) })
    if (isGone(answered)) return false
    read(Event, answered)
    return true
  }

  async function take(id: string): Promise<'taken' | 'deleted before' | 'never there'> {
    const answered = await ask({ method: 'DELETE', url: eventAt(id) + quietly })
    if (answered.status === 410) return 'deleted before'
    if (answered.status === 404) return 'never there'
    succeeded(answered)
    return 'taken'
  }

  return {
    busy: async (range) => (await Promise.all(pieces(range, mostQueryMilliseconds).map(busyIn))).flat(),
    async put(event, eventId) {
      if (eventId !== undefined && (await change(eventId, event))) return eventId
      for (let life = 0; life < mostLives; life++) {
        const id = eventIdOf(event.appointmentId, life)
        if ((await insert(id, event)) || (await change(id, event))) return id
      }
      throw new Error('the event was deleted too often')
    },
    async remove(appointmentId, eventId) {
      if (eventId !== undefined && (await take(eventId)) === 'taken') return
      // It may have been made anew without anybody hearing of it. Lives follow each other: after one that never was
      // there is none.
      for (let life = 0; life < mostLives; life++) {
        if ((await take(eventIdOf(appointmentId, life))) !== 'deleted before') return
      }
    },
  }
}

function shown({ title, description = '', startUtc, endUtc }: CalendarEvent): object {
  const [start, end] = [{ dateTime: startUtc.toISOString() }, { dateTime: endUtc.toISOString() }]
  return { summary: title, description, start, end }
}

/** The range in consecutive pieces that are no longer than `most`. */
export function pieces({ start, end }: Interval, most: number): Interval[] {
  const cut: Interval[] = []
  for (let from = start; from < end; from += most) cut.push({ start: from, end: Math.min(from + most, end) })
  return cut
}

const base32hex = '0123456789abcdefghijklmnopqrstuv'

/** An id that the client makes is of base32hex letters: so a repeated insert is seen to be one. */
export function eventIdOf(appointmentId: string, life: number): string {
  const bits = [...Buffer.from(appointmentId)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{1,5}/g) ?? []
  const encoded = letters.map((five) => base32hex[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
  return `apt${base32hex[life]}${encoded}`
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { TimeInterval } from '../slots/time.ts'
import {
  type AppointmentEvent,
  assertSuccess,
  type CalendarAdapter,
  isEventGone,
  parseCalendarResponse,
} from './calendar.ts'

/** learn.microsoft.com/graph/api/resources/event; calendarView lists each occurrence of a series. */

const instant = z
  .object({ dateTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?$/), timeZone: z.literal('UTC') })
  .transform(({ dateTime }) => Date.parse(`${dateTime.slice(0, 'YYYY-MM-DDTHH:mm:ss.sss'.length)}Z`))
  .refine((at) => !Number.isNaN(at))
const ViewedEvent = z.object({
  start: instant,
  end: instant,
  showAs: z.string().nullish(),
  isCancelled: z.boolean().nullish(),
})
const View = z.object({ value: z.array(ViewedEvent), '@odata.nextLink': z.string().optional() })
const eventId = z.string().min(3).max(1000)
const Event = z.object({ id: eventId, start: instant, end: instant })
const Found = z.object({ value: z.array(z.object({ id: eventId })) })

const inUtc = { prefer: 'outlook.timezone="UTC"' }
/** Finds events whose creation was never confirmed, because Graph cannot search by transaction id. */
const appointmentProperty = 'String {1b1f9a52-6d53-4a0e-9f43-5f1f0c8c7a21} Name ParleyAppointment'
const notBusy = new Set(['free', 'workingElsewhere'])
const pageSize = 500
const maxPages = 20

export const microsoftCalendar: CalendarAdapter = (ask, { base, calendarId }) => {
  const calendar = calendarId === undefined ? `${base}/me` : `${base}/me/calendars/${encodeURIComponent(calendarId)}`
  const eventAt = (id: string) => `${base}/me/events/${encodeURIComponent(id)}`

  async function change(id: string, event: AppointmentEvent): Promise<boolean> {
    const response = await ask({ method: 'PATCH', url: eventAt(id), body: toGraphEvent(event), headers: inUtc })
    if (isEventGone(response)) return false
    parseCalendarResponse(Event, response)
    return true
  }

  /** Repeating a transaction id creates no second event but returns the first one, which may have another time. */
  async function create(event: AppointmentEvent, transactionId: string): Promise<string> {
    const marks = [{ id: appointmentProperty, value: event.appointmentId }]
    const body = { ...toGraphEvent(event), transactionId, singleValueExtendedProperties: marks }
    const made = parseCalendarResponse(
      Event,
      await ask({ method: 'POST', url: `${calendar}/events`, body, headers: inUtc }),
    )
    const stands = made.start === event.startUtc.getTime() && made.end === event.endUtc.getTime()
    if (!stands && !(await change(made.id, event))) throw new Error('the event was deleted while it was being created')
    return made.id
  }

  async function search(appointmentId: string): Promise<string[]> {
    const about = `ep/id eq '${appointmentProperty}' and ep/value eq '${appointmentId.replaceAll("'", "''")}'`
    const filter = encodeURIComponent(`singleValueExtendedProperties/Any(ep: ${about})`)
    const url = `${calendar}/events?$filter=${filter}&$select=id`
    const response = await ask({ method: 'GET', url })
    return isEventGone(response) ? [] : parseCalendarResponse(Found, response).value.map(({ id }) => id)
  }

  /** Returns whether the event existed. */
  async function take(id: string): Promise<boolean> {
    const response = await ask({ method: 'DELETE', url: eventAt(id) })
    if (isEventGone(response)) return false
    assertSuccess(response)
    return true
  }

  return {
    async busy({ start, end }) {
      const busy: TimeInterval[] = []
      const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()]
      const query = `startDateTime=${from}&endDateTime=${to}&$select=start,end,showAs,isCancelled&$top=${pageSize}`
      let next: string | undefined = `${calendar}/calendarView?${query}`
      for (let left = maxPages; next !== undefined; left--) {
        if (left === 0) throw new Error('the calendar has too many events to read')
        const view: z.output<typeof View> = parseCalendarResponse(
          View,
          await ask({ method: 'GET', url: next, headers: inUtc }),
        )
        busy.push(...view.value.filter(isBusy))
        next = view['@odata.nextLink']
        // Never send the token to another host.
        if (next !== undefined && !next.startsWith(`${base}/`))
          throw new Error('the calendar redirects to another address')
      }
      return busy.map(({ start, end }) => ({ start, end }))
    },
    async put(event, eventId) {
      if (eventId !== undefined && (await change(eventId, event))) return eventId
      return create(event, createTransactionId(event.appointmentId, calendarId, eventId))
    },
    async remove(appointmentId, eventId) {
      if (eventId !== undefined && (await take(eventId))) return
      // The event may have been created or recreated without a confirmation.
      for (const id of await search(appointmentId)) await take(id)
    },
  }
}

function isBusy({ showAs, isCancelled }: z.output<typeof ViewedEvent>): boolean {
  return !isCancelled && !notBusy.has(showAs ?? 'busy')
}

function toGraphEvent({ title, description = '', location, startUtc, endUtc }: AppointmentEvent): object {
  const at = (time: Date) => ({ dateTime: time.toISOString().slice(0, -1), timeZone: 'UTC' })
  const body = { contentType: 'text', content: description }
  const place = location !== undefined && { location: { displayName: location } }
  return { subject: title, body, start: at(startUtc), end: at(endUtc), showAs: 'busy', ...place }
}

/** A recreated event needs a new transaction id, because that of the deleted one is used up. */
function createTransactionId(appointmentId: string, calendarId = '', goneEventId = ''): string {
  const about = JSON.stringify([appointmentId, calendarId, goneEventId])
  return createHash('sha256').update(about).digest('hex').slice(0, 32)
}

import type { TimeInterval } from '../../slots/time.ts'
import { type RecordedCall, type StubReply, startCalendarServer } from './calendar-server.ts'

type GoogleEvent = { id: string; status: string; summary: string; description: string; start: At; end: At }
type At = { dateTime: string }

/** A fake Google Calendar with free/busy queries and events; deleted events remain as canceled ones. */
export async function startGoogleCalendar(isToken: (token: string) => boolean) {
  const calendars = new Map<string, Map<string, GoogleEvent>>([['primary', new Map()]])
  const server = await startCalendarServer('/calendar/v3', isToken, (call) => answer(calendars, call))
  return Object.assign(server, {
    id: 'google' as const,
    calendars: (id: string) => void calendars.set(id, new Map()),
    /** Adds an event that the account created itself. */
    add(interval: TimeInterval, calendar = 'primary') {
      const calendarEvents = calendars.get(calendar)
      const id = `own${calendarEvents?.size}`
      calendarEvents?.set(id, { id, status: 'confirmed', summary: 'Own', description: '', ...formatTimes(interval) })
    },
    delete(id: string, calendar = 'primary') {
      const event = calendars.get(calendar)?.get(id)
      if (event) event.status = 'cancelled'
    },
    /** The visible events of the calendar. */
    events: (calendar = 'primary') =>
      [...(calendars.get(calendar)?.values() ?? [])]
        .filter(({ status }) => status !== 'cancelled')
        .map(({ id, summary, description, start, end }) => ({
          id,
          title: summary,
          description,
          start: start.dateTime,
          end: end.dateTime,
        })),
    clear: () => calendars.get('primary')?.clear(),
  })
}

function formatTimes({ start, end }: TimeInterval): { start: At; end: At } {
  return { start: { dateTime: new Date(start).toISOString() }, end: { dateTime: new Date(end).toISOString() } }
}

function answer(calendars: Map<string, Map<string, GoogleEvent>>, call: RecordedCall): StubReply {
  const [, calendarId, , eventId] = call.url.pathname.replace('/calendar/v3/', '').split('/').map(decodeURIComponent)
  if (call.url.pathname === '/calendar/v3/freeBusy') return freeBusy(calendars, call)
  const events = calendars.get(calendarId as string)
  if (!events) return { status: 404, body: { error: { code: 404 } } }
  const expected = call.method === 'GET' ? '' : '?sendUpdates=none'
  if (call.url.search !== expected) return { status: 400 }
  return eventId === undefined ? insert(events, call.body as GoogleEvent) : event(events, eventId, call)
}

const maxQueryMilliseconds = 62 * 86_400_000

function freeBusy(calendars: Map<string, Map<string, GoogleEvent>>, { body }: RecordedCall): StubReply {
  const { timeMin, timeMax, items } = body as { timeMin: string; timeMax: string; items: { id: string }[] }
  const [from, to] = [Date.parse(timeMin), Date.parse(timeMax)]
  if (!(to - from <= maxQueryMilliseconds)) return { status: 400, body: { error: { message: 'timeRangeTooLong' } } }
  if (!(from < to)) return { status: 400, body: { error: { message: 'timeRangeEmpty' } } }
  const busyById = items.map(({ id }) => {
    const events = calendars.get(id)
    if (!events) return [id, { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }]
    const busy = [...events.values()]
      .filter(({ status }) => status !== 'cancelled')
      .map(({ start, end }) => [Date.parse(start.dateTime), Date.parse(end.dateTime)] as const)
      .filter(([start, end]) => start < to && end > from)
      .map(([start, end]) => ({
        start: new Date(Math.max(start, from)).toISOString(),
        end: new Date(Math.min(end, to)).toISOString(),
      }))
    return [id, { busy }]
  })
  return { status: 200, body: { kind: 'calendar#freeBusy', timeMin, timeMax, calendars: Object.fromEntries(busyById) } }
}

function insert(events: Map<string, GoogleEvent>, event: GoogleEvent): StubReply {
  if (!/^[a-v0-9]{5,1024}$/.test(event.id)) return { status: 400, body: { error: { message: 'Invalid resource id' } } }
  if (events.has(event.id)) return { status: 409, body: { error: { reason: 'duplicate' } } }
  events.set(event.id, { ...event, status: 'confirmed' })
  return { status: 200, body: { ...event, status: 'confirmed' } }
}

function event(events: Map<string, GoogleEvent>, id: string, { method, body }: RecordedCall): StubReply {
  const existing = events.get(id)
  if (!existing) return { status: 404, body: { error: { code: 404 } } }
  if (method === 'GET') return { status: 200, body: existing }
  if (existing.status === 'cancelled') return { status: method === 'DELETE' ? 410 : 403, body: { error: {} } }
  if (method === 'DELETE') {
    existing.status = 'cancelled'
    return { status: 204 }
  }
  events.set(id, { ...existing, ...body })
  return { status: 200, body: events.get(id) as object }
}

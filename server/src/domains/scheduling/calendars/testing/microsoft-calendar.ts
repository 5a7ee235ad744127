import type { TimeInterval } from '../../slots/time.ts'
import { type RecordedCall, type StubReply, startCalendarServer } from './calendar-server.ts'

type At = { dateTime: string; timeZone: string }
type GraphEvent = {
  id: string
  calendar: string
  subject: string
  body: { contentType: string; content: string }
  start: At
  end: At
  showAs: string
  isCancelled: boolean
  transactionId?: string
  singleValueExtendedProperties?: { id: string; value: string }[]
}

const defaultCalendar = 'the calendar of the account'
const maxPageSize = 3

/** A fake Microsoft Graph with calendar views and events; deleted events return 404. */
export async function startMicrosoftCalendar(isToken: (token: string) => boolean) {
  const events = new Map<string, GraphEvent>()
  const calendars = new Set([defaultCalendar])
  const state = {
    events,
    calendars,
    nextLinkTo: undefined as string | undefined,
    createdCount: 0,
    usedTransactionIds: new Set<string>(),
  }
  const server = await startCalendarServer('/v1.0', isToken, (call) => answer(state, call))
  return Object.assign(server, {
    id: 'microsoft' as const,
    calendars: (id: string) => void calendars.add(id),
    add(interval: TimeInterval, calendar = defaultCalendar, fields: Partial<GraphEvent> = {}) {
      const id = `AAMk${++state.createdCount}/+=`
      const body = { contentType: 'text', content: '' }
      const createdCount = {
        id,
        calendar,
        subject: 'Own',
        body,
        showAs: 'busy',
        isCancelled: false,
        ...formatTimes(interval),
      }
      events.set(id, { ...createdCount, ...fields })
    },
    delete: (id: string) => void events.delete(id),
    events: (calendar = defaultCalendar) =>
      [...events.values()]
        .filter((event) => event.calendar === calendar)
        .map(({ id, subject, body, start, end }) => ({
          id,
          title: subject,
          description: body.content,
          start: new Date(`${start.dateTime}Z`).toISOString(),
          end: new Date(`${end.dateTime}Z`).toISOString(),
        })),
    clear() {
      events.clear()
      state.usedTransactionIds.clear()
    },
    /** Sets the next-page link of responses; undefined restores their own. */
    setNextLink(url: string | undefined) {
      state.nextLinkTo = url
    },
  })
}

type State = {
  events: Map<string, GraphEvent>
  calendars: Set<string>
  nextLinkTo?: string
  createdCount: number
  usedTransactionIds: Set<string>
}

function formatTimes({ start, end }: TimeInterval): { start: At; end: At } {
  const at = (time: number) => ({ dateTime: new Date(time).toISOString().replace('Z', '0000'), timeZone: 'UTC' })
  return { start: at(start), end: at(end) }
}

function answer(state: State, call: RecordedCall): StubReply {
  const pathParts = call.url.pathname.replace('/v1.0/me/', '').split('/').map(decodeURIComponent)
  const calendar = pathParts[0] === 'calendars' ? (pathParts.splice(0, 2)[1] as string) : defaultCalendar
  const [collection, eventId] = pathParts
  if (!state.calendars.has(calendar)) return { status: 404, body: { error: { code: 'ErrorItemNotFound' } } }
  if (collection === 'calendarView') return view(state, calendar, call)
  if (eventId !== undefined) return event(state, eventId, call)
  return call.method === 'GET' ? search(state, calendar, call) : create(state, calendar, call)
}

function search(state: State, calendar: string, { url }: RecordedCall): StubReply {
  const propertyFilter =
    /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']+)' and ep\/value eq '((?:[^']|'')*)'\)$/
  const [, id, value] = propertyFilter.exec(url.searchParams.get('$filter') ?? '') ?? []
  if (id === undefined) return { status: 400, body: { error: { code: 'ErrorInvalidUrlQueryFilter' } } }
  const hasProperty = (property: { id: string; value: string }) =>
    property.id === id && property.value === value?.replaceAll("''", "'")
  const found = [...state.events.values()].filter(
    (event) => event.calendar === calendar && event.singleValueExtendedProperties?.some(hasProperty),
  )
  return { status: 200, body: { value: found.map(({ id }) => ({ id })) } }
}

function view(state: State, calendar: string, { url, headers }: RecordedCall): StubReply {
  if (headers.prefer !== 'outlook.timezone="UTC"') return { status: 400 }
  const [from, to] = ['startDateTime', 'endDateTime'].map((name) => Date.parse(url.searchParams.get(name) ?? ''))
  const at = ({ dateTime }: At) => Date.parse(`${dateTime.slice(0, 23)}Z`)
  const events = [...state.events.values()].filter(
    (event) => event.calendar === calendar && at(event.start) < (to as number) && at(event.end) > (from as number),
  )
  const skip = Number(url.searchParams.get('$skip') ?? 0)
  const next = new URL(url)
  next.searchParams.set('$skip', String(skip + maxPageSize))
  const fields = skip + maxPageSize < events.length
  const nextLink = state.nextLinkTo ?? (fields ? next.href : undefined)
  const value = events
    .slice(skip, skip + maxPageSize)
    .map(({ id, start, end, showAs, isCancelled }) => ({ '@odata.etag': 'W/"x"', id, start, end, showAs, isCancelled }))
  return { status: 200, body: { value, ...(nextLink && { '@odata.nextLink': nextLink }) } }
}

function create(state: State, calendar: string, { body }: RecordedCall): StubReply {
  const createdCount = body as GraphEvent
  const before = [...state.events.values()].find(({ transactionId }) => transactionId === createdCount.transactionId)
  if (before) return { status: 201, body: before }
  // Microsoft does not document whether a transaction id may be reused once its event is deleted; here it may not.
  if (state.usedTransactionIds.has(createdCount.transactionId ?? ''))
    return { status: 409, body: { error: { code: 'ErrorDuplicate' } } }
  state.usedTransactionIds.add(createdCount.transactionId ?? '')
  const event = { ...createdCount, id: `AAMk${++state.createdCount}/+=`, calendar, isCancelled: false }
  state.events.set(event.id, event)
  return { status: 201, body: event }
}

function event(state: State, id: string, { method, body }: RecordedCall): StubReply {
  const found = state.events.get(id)
  if (!found) return { status: 404, body: { error: { code: 'ErrorItemNotFound' } } }
  if (method === 'DELETE') {
    state.events.delete(id)
    return { status: 204 }
  }
  const changed = { ...found, ...body }
  state.events.set(id, changed)
  return { status: 200, body: changed }
}

import type { z } from 'zod'
import type { TimeInterval } from '../slots/time.ts'

/** Calendar event of an appointment. It has no attendees, because Parley notifies people itself. */
export type AppointmentEvent = {
  appointmentId: string
  title: string
  description?: string
  location?: string
  startUtc: Date
  endUtc: Date
}

/** A representative's calendar at its provider. Any error means that the calendar is currently unreachable. */
export type Calendar = {
  busy(range: TimeInterval): Promise<TimeInterval[]>
  /**
   * Creates or updates the event and returns its id. Idempotent; recreates an event that was deleted at the provider.
   */
  put(event: AppointmentEvent, eventId?: string): Promise<string>
  /** Removes the event; a missing event counts as success. */
  remove(appointmentId: string, eventId?: string): Promise<void>
}

export type CalendarAdapter = (ask: SendCalendarRequest, location: CalendarLocation) => Calendar
/** Base URL of the API and the calendar to use; default: the account's primary calendar. */
export type CalendarLocation = { base: string; calendarId?: string }

/** Sends one request on behalf of the account. An error response of the provider is returned, not thrown. */
export type SendCalendarRequest = (call: CalendarRequest) => Promise<CalendarResponse>
export type CalendarRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  body?: object
  headers?: Record<string, string>
}
type CalendarResponse = { status: number; body: unknown }

/** Returns the parsed body; throws unless the response is successful and valid. */
export function parseCalendarResponse<T extends z.ZodType>(schema: T, response: CalendarResponse): z.output<T> {
  assertSuccess(response)
  const { success, data } = schema.safeParse(response.body)
  if (!success) throw new Error('the calendar returned a response that cannot be parsed')
  return data
}

export function assertSuccess({ status }: CalendarResponse): void {
  if (status < 200 || status > 299) throw new Error(`the calendar returned ${status}`)
}

export function isEventGone({ status }: CalendarResponse): boolean {
  return status === 404 || status === 410
}

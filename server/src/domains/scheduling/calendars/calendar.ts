import type { TimeInterval } from '../slots/time.ts'

/** Calendar event of an appointment. It has no attendees, because Parley notifies people itself. */
export type AppointmentEvent = {
  appointmentId: string
  title: string
  description?: string
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
export type CalendarResponse = { status: number; body: unknown }

import type { TimeInterval } from '../slots/interval.ts'

/** What a calendar shows of an appointment. Nobody is invited: who is told of it, Parley tells by itself. */
export type AppointmentEvent = {
  appointmentId: string
  title: string
  description?: string
  startUtc: Date
  endUtc: Date
}

/** The calendar of a representative at its provider. Whatever it throws means that it cannot be reached now. */
export type Calendar = {
  busy(range: TimeInterval): Promise<TimeInterval[]>
  /**
   * Makes the event, or changes the one that is there, and answers its id. Safe to repeat; an event that somebody has
   * deleted at the provider is made anew.
   */
  put(event: AppointmentEvent, eventId?: string): Promise<string>
  /** Takes the event out; one that is not there is a success. */
  remove(appointmentId: string, eventId?: string): Promise<void>
}

/** One kind of calendar, by the API that its provider has. */
export type CalendarAdapter = (ask: SendCalendarRequest, location: CalendarLocation) => Calendar
/** Where the API is, and which calendar of the account is meant; the account's own unless named. */
export type CalendarLocation = { base: string; calendarId?: string }

/** One call in the name of the account. A refusal of the provider is an answer, too. */
export type SendCalendarRequest = (call: CalendarRequest) => Promise<CalendarResponse>
export type CalendarRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  body?: object
  headers?: Record<string, string>
}
export type CalendarResponse = { status: number; body: unknown }

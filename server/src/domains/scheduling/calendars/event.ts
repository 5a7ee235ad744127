import type { CalendarEvent } from './calendar.ts'

/** An appointment as a calendar needs it; the domain of appointments reads it. */
export type AppointmentNow = {
  id: string
  representativeId: string
  status: string
  startUtc: Date
  endUtc: Date
  /** Grows with every change of the appointment. */
  sequence: number
  personName?: string
  notes?: string
}

/** Providers refuse more: Outlook a longer subject, Google a longer description. */
const mostTitle = 255
const mostDescription = 8000

export function eventOf({ id, personName, notes, startUtc, endUtc }: AppointmentNow): CalendarEvent {
  const title = cut(`Appointment: ${personName?.trim() || 'a person'}`, mostTitle)
  return { appointmentId: id, title, ...(notes && { description: cut(notes, mostDescription) }), startUtc, endUtc }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

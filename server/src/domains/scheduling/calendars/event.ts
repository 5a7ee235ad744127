import type { AppointmentEvent } from './calendar.ts'

/** An appointment as a calendar needs it; the domain of appointments reads it. */
export type AppointmentSnapshot = {
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
const maxTitleLength = 255
const maxDescriptionLength = 8000

export function toAppointmentEvent({ id, personName, notes, startUtc, endUtc }: AppointmentSnapshot): AppointmentEvent {
  const title = truncateText(`Appointment: ${personName?.trim() || 'a person'}`, maxTitleLength)
  return {
    appointmentId: id,
    title,
    ...(notes && { description: truncateText(notes, maxDescriptionLength) }),
    startUtc,
    endUtc,
  }
}

function truncateText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

import type { ReadAppointment } from '../calendars/worker.ts'
import type { AppointmentLocation } from './appointment.ts'
import { findAppointmentById } from './queries.ts'

export const readAppointment: ReadAppointment = async (db, agent, id) => {
  const found = await findAppointmentById(db, agent, id)
  if (!found) return undefined
  const { host, location, status, startUtc, endUtc, sequence, notes, person } = found
  return {
    id,
    representativeId: host.id,
    status,
    startUtc,
    endUtc,
    sequence,
    personName: formatPersonName(person),
    ...(location && { location: formatLocation(location) }),
    notes,
  }
}

/** `Harbor practice, Pier 4`, on one line. */
export function formatLocation({ name, address }: AppointmentLocation): string {
  return [name, address].filter(Boolean).join(', ').replace(/\s+/g, ' ').trim()
}

type PersonNameFields = { fullName?: string | null; firstName?: string | null; lastName?: string | null }

/** The person's name on one line, if known. */
export function formatPersonName({ fullName, firstName, lastName }: PersonNameFields): string | undefined {
  const name = fullName ?? [firstName, lastName].filter(Boolean).join(' ')
  return name.replace(/\s+/g, ' ').trim() || undefined
}

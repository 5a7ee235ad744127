import type { ReadAppointment } from '../calendars/worker.ts'
import { formatPersonName } from './person-name.ts'
import { findAppointmentById } from './queries.ts'

export const readAppointment: ReadAppointment = async (db, agent, id) => {
  const found = await findAppointmentById(db, agent, id)
  if (!found) return undefined
  const { host, status, startUtc, endUtc, sequence, notes, person } = found
  return {
    id,
    representativeId: host.id,
    status,
    startUtc,
    endUtc,
    sequence,
    personName: formatPersonName(person),
    notes,
  }
}

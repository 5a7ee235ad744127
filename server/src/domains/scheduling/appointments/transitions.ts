import type { TimeInterval } from '../slots/interval.ts'
import type { Appointment, AppointmentHistoryEntry, Host } from './appointment.ts'

/** Pure functions that compute the next state of an appointment. */

type NewAppointment = Pick<Appointment, 'id' | 'personKey' | 'personId' | 'prospectTimezone' | 'notes'> & {
  host: Host
  interval: TimeInterval
  now: Date
}

export function createAppointment({ interval, now, ...given }: NewAppointment): Appointment {
  const times = toStartAndEnd(interval)
  const first: AppointmentHistoryEntry = { at: now.toISOString(), action: 'booked', to: times.startUtc.toISOString() }
  return { ...given, ...times, status: 'scheduled', history: [first], sequence: 0, createdAt: now, updatedAt: now }
}

type RescheduleTarget = { host: Host; interval: TimeInterval; reason?: string; now: Date }

export function applyReschedule(before: Appointment, { host, interval, reason, now }: RescheduleTarget): Appointment {
  const times = toStartAndEnd(interval)
  const between = { from: before.startUtc.toISOString(), to: times.startUtc.toISOString() }
  const entry: AppointmentHistoryEntry = {
    at: now.toISOString(),
    action: 'rescheduled',
    ...between,
    ...(reason && { reason }),
  }
  return { ...bumpSequence(before, now), ...times, host, status: 'rescheduled', history: [...before.history, entry] }
}

export function applyCancellation(before: Appointment, { reason, now }: { reason?: string; now: Date }): Appointment {
  const from = before.startUtc.toISOString()
  const entry: AppointmentHistoryEntry = { at: now.toISOString(), action: 'cancelled', from, ...(reason && { reason }) }
  return { ...bumpSequence(before, now), status: 'cancelled', history: [...before.history, entry] }
}

export function bumpSequence(before: Appointment, now: Date): Appointment {
  return { ...before, sequence: before.sequence + 1, updatedAt: now }
}

function toStartAndEnd({ start, end }: TimeInterval): Pick<Appointment, 'startUtc' | 'endUtc'> {
  return { startUtc: new Date(start), endUtc: new Date(end) }
}

export function intervalOf({ startUtc, endUtc }: Pick<Appointment, 'startUtc' | 'endUtc'>): TimeInterval {
  return { start: startUtc.getTime(), end: endUtc.getTime() }
}

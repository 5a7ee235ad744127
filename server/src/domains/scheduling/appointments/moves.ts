import type { Interval } from '../slots/interval.ts'
import type { Appointment, HistoryEntry, Host } from './appointment.ts'

/** What an appointment becomes; nothing here is stored or told. */

type Booked = Pick<Appointment, 'id' | 'personKey' | 'personId' | 'prospectTimezone' | 'notes'> & {
  host: Host
  interval: Interval
  now: Date
}

export function bookedFor({ interval, now, ...given }: Booked): Appointment {
  const times = timesOf(interval)
  const first: HistoryEntry = { at: now.toISOString(), action: 'booked', to: times.startUtc.toISOString() }
  return { ...given, ...times, status: 'scheduled', history: [first], sequence: 0, createdAt: now, updatedAt: now }
}

type Moved = { host: Host; interval: Interval; reason?: string; now: Date }

export function movedTo(before: Appointment, { host, interval, reason, now }: Moved): Appointment {
  const times = timesOf(interval)
  const between = { from: before.startUtc.toISOString(), to: times.startUtc.toISOString() }
  const entry: HistoryEntry = { at: now.toISOString(), action: 'rescheduled', ...between, ...(reason && { reason }) }
  return { ...changed(before, now), ...times, host, status: 'rescheduled', history: [...before.history, entry] }
}

export function cancelledFor(before: Appointment, { reason, now }: { reason?: string; now: Date }): Appointment {
  const from = before.startUtc.toISOString()
  const entry: HistoryEntry = { at: now.toISOString(), action: 'cancelled', from, ...(reason && { reason }) }
  return { ...changed(before, now), status: 'cancelled', history: [...before.history, entry] }
}

export function changed(before: Appointment, now: Date): Appointment {
  return { ...before, sequence: before.sequence + 1, updatedAt: now }
}

function timesOf({ start, end }: Interval): Pick<Appointment, 'startUtc' | 'endUtc'> {
  return { startUtc: new Date(start), endUtc: new Date(end) }
}

export function intervalOf({ startUtc, endUtc }: Pick<Appointment, 'startUtc' | 'endUtc'>): Interval {
  return { start: startUtc.getTime(), end: endUtc.getTime() }
}

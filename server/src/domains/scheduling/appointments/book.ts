import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../../people/index.ts'
import type { AvailabilityDeps, BookingDeps } from '../deps.ts'
import { minuteMs } from '../slots/time.ts'
import { type Appointment, type BookingInput, createAppointment, toAppointmentLocation } from './appointment.ts'
import {
  assertKnownHost,
  loadSchedulingTerms,
  resolveDuration,
  type SchedulingTerms,
  selectHosts,
  selectLocation,
  type TimeRequest,
} from './availability.ts'

import { insertAppointment } from './queries.ts'
import { type CalendarCheck, checkCalendars, reserveHost } from './reserve.ts'
import { applySideEffects } from './side-effects.ts'

import { dueAtEnd } from './worker.ts'

export type BookingRequest = { person: Person; booking: BookingInput }

/** Queries the calendars of the possible hosts, for `createBooking`. Must not run inside a transaction. */
export async function checkCalendarsForBooking(
  db: Db,
  agent: AgentKey,
  request: BookingRequest,
  deps: AvailabilityDeps,
): Promise<CalendarCheck> {
  const terms = await loadBookingTerms(db, agent, request, deps)
  return checkCalendars(db, agent, toTimeRequest(terms, request, deps.world.now()), deps)
}

/** Books an appointment for a locked person. Throws the same problems as the API. */
export async function createBooking(
  tx: Db,
  agent: AgentKey,
  { person, booking, calendarCheck }: BookingRequest & { calendarCheck: CalendarCheck },
  deps: BookingDeps,
): Promise<Appointment> {
  const terms = await loadBookingTerms(tx, agent, { person, booking }, deps)
  assertKnownHost(terms, booking.representativeId)
  const now = deps.world.now()
  const request = toTimeRequest(terms, { person, booking }, now)
  const host = await reserveHost(tx, agent, { ...request, calendarCheck })
  const appointment = createAppointment({
    id: deps.world.newId('apt'),
    personKey: person.key,
    personId: person.id,
    // Who comes to a location reads its clock.
    prospectTimezone: booking.prospectTimezone ?? (terms.location ? terms.zone : person.timezone) ?? terms.zone,
    notes: booking.notes ?? undefined,
    host,
    location: toAppointmentLocation(terms.location),
    interval: request.interval,
    now,
  })
  await insertAppointment(tx, agent, appointment, dueAtEnd(appointment))
  await applySideEffects(tx, agent, { action: 'booked', appointment, person, terms }, deps)
  return appointment
}

async function loadBookingTerms(
  db: Db,
  agent: AgentKey,
  { person, booking }: BookingRequest,
  { definitions }: Pick<BookingDeps, 'definitions'>,
): Promise<SchedulingTerms> {
  const terms = await loadSchedulingTerms(db, agent, definitions)
  return selectLocation(terms, { requested: booking.locationId, preferred: person.preferredLocationId })
}

function toTimeRequest(terms: SchedulingTerms, { person, booking }: BookingRequest, now: Date): TimeRequest {
  const start = booking.startUtc.getTime()
  const interval = { start, end: start + resolveDuration(terms, booking.durationMinutes) * minuteMs }
  const wish = { requested: booking.representativeId, assigned: person.assignedRepresentativeId }
  return { terms, ...selectHosts(terms.config, wish), interval, now: now.getTime() }
}

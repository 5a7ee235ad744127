import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../../people/index.ts'
import type { AskDeps, ChangeDeps } from '../deps.ts'
import { minuteMs } from '../slots/wall-clock.ts'
import type { Appointment, Booking } from './appointment.ts'
import { follow } from './follow.ts'
import { hostsFor, refuseUnknownHost } from './hosts.ts'
import { bookedFor } from './moves.ts'
import type { TimeAsked } from './openness.ts'
import { insertAppointment } from './queries.ts'
import { askCalendars, type Heard, reserve } from './reserve.ts'
import { lengthOf, type Terms, termsOf } from './terms.ts'
import { dueAtEnd } from './worker.ts'

export type BookingFor = { person: Person; booking: Booking }

/** What the calendars of those who could be booked say, for `book`. Not inside a transaction. */
export async function askForBooking(db: Db, agent: AgentKey, wish: BookingFor, deps: AskDeps): Promise<Heard> {
  const terms = await termsOf(db, agent, deps.definitions)
  return askCalendars(db, agent, timeAsked(terms, wish, deps.world.now()), deps)
}

/** Books an appointment for a person who is held; refused as the API refuses it. */
export async function book(
  tx: Db,
  agent: AgentKey,
  { person, booking, heard }: BookingFor & { heard: Heard },
  deps: ChangeDeps,
): Promise<Appointment> {
  const terms = await termsOf(tx, agent, deps.definitions)
  refuseUnknownHost(terms.config, booking.representativeId)
  const now = deps.world.now()
  const asked = timeAsked(terms, { person, booking }, now)
  const host = await reserve(tx, agent, { ...asked, heard })
  const appointment = bookedFor({
    id: deps.world.newId('apt'),
    personKey: person.key,
    personId: person.id,
    prospectTimezone: booking.prospectTimezone ?? person.timezone ?? terms.zone,
    notes: booking.notes ?? undefined,
    host,
    interval: asked.interval,
    now,
  })
  await insertAppointment(tx, agent, appointment, dueAtEnd(appointment))
  await follow(tx, agent, { action: 'booked', appointment, person, terms }, deps)
  return appointment
}

function timeAsked(terms: Terms, { person, booking }: BookingFor, now: Date): TimeAsked {
  const start = booking.startUtc.getTime()
  const interval = { start, end: start + lengthOf(terms, booking.durationMinutes) * minuteMs }
  const wish = { asked: booking.representativeId, assigned: person.assignedRepresentativeId }
  return { terms, ...hostsFor(terms.config, wish), interval, now: now.getTime() }
}

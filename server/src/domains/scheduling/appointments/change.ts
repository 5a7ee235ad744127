import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../../people/index.ts'
import type { AvailabilityDeps, BookingDeps } from '../deps.ts'
import type { Appointment, AppointmentPatch } from './appointment.ts'
import type { TimeRequest } from './availability.ts'
import { type ChangeDecision, decideChange } from './decide-change.ts'
import { assertKnownHost, selectHosts } from './hosts.ts'
import { updateAppointment } from './queries.ts'
import { type CalendarCheck, checkCalendars, emptyCalendarCheck, reserveHost } from './reserve.ts'
import { applySideEffects, createDetailsChangedEvent, enqueueCalendarUpdate } from './side-effects.ts'
import { loadSchedulingTerms, type SchedulingTerms } from './terms.ts'
import { applyCancellation, applyReschedule, bumpSequence } from './transitions.ts'
import { createEndDue, neverDue } from './worker.ts'

/** A change that somebody wishes for an appointment of theirs. */
export type ChangeRequest = { person: Person; appointment: Appointment; patch: AppointmentPatch }
type RescheduleDecision = ChangeDecision & { kind: 'move' }

/** What the calendars of those who could have it say, for `changeAppointment`. Not inside a transaction. */
export async function checkCalendarsForChange(
  db: Db,
  agent: AgentKey,
  request: ChangeRequest,
  deps: AvailabilityDeps,
): Promise<CalendarCheck> {
  const now = deps.world.now()
  const change = decideChange(request.appointment, request.patch, now)
  if (change.kind !== 'move') return emptyCalendarCheck
  const terms = await loadSchedulingTerms(db, agent, deps.definitions)
  return checkCalendars(db, agent, toTimeRequest(terms, request, change, now), deps)
}

/** Moves or cancels an appointment that is held, as its person is, or changes what is noted of it. */
export async function changeAppointment(
  tx: Db,
  agent: AgentKey,
  wish: ChangeRequest & { calendarCheck: CalendarCheck },
  deps: BookingDeps,
): Promise<Appointment> {
  const change = decideChange(wish.appointment, wish.patch, deps.world.now())
  if (change.kind === 'refuse') throw change.problem
  if (change.kind === 'nothing') return wish.appointment
  if (change.kind === 'details') return updateDetails(tx, agent, { ...wish, change }, deps)
  return change.kind === 'cancel'
    ? cancelAppointment(tx, agent, { ...wish, change }, deps)
    : rescheduleAppointment(tx, agent, { ...wish, change }, deps)
}

type DecidedChange<Kind> = ChangeRequest & { change: ChangeDecision & { kind: Kind } }

async function updateDetails(
  tx: Db,
  agent: AgentKey,
  { appointment, change }: DecidedChange<'details'>,
  deps: BookingDeps,
) {
  const after = bumpSequence({ ...appointment, ...change.details }, deps.world.now())
  await updateAppointment(tx, agent, after)
  const fields = (['notes', 'prospectTimezone'] as const).filter((field) => after[field] !== appointment[field])
  await deps.announce(tx, createDetailsChangedEvent(agent, after, fields))
  await enqueueCalendarUpdate(tx, agent, after, deps)
  return after
}

async function cancelAppointment(
  tx: Db,
  agent: AgentKey,
  wish: DecidedChange<'cancel'>,
  deps: BookingDeps,
): Promise<Appointment> {
  const { person, appointment: before, patch, change } = wish
  const { reason } = patch
  const appointment = applyCancellation({ ...before, ...change.details }, { reason, now: deps.world.now() })
  await updateAppointment(tx, agent, appointment, neverDue)
  const terms = await loadSchedulingTerms(tx, agent, deps.definitions)
  await applySideEffects(tx, agent, { action: 'cancelled', appointment, before, person, reason, terms }, deps)
  return appointment
}

async function rescheduleAppointment(
  tx: Db,
  agent: AgentKey,
  wish: DecidedChange<'move'> & { calendarCheck: CalendarCheck },
  deps: BookingDeps,
): Promise<Appointment> {
  const { person, appointment: before, patch, change, calendarCheck } = wish
  const now = deps.world.now()
  const terms = await loadSchedulingTerms(tx, agent, deps.definitions)
  assertKnownHost(terms.config, change.representativeId)
  const request = toTimeRequest(terms, wish, change, now)
  const host = await reserveHost(tx, agent, { ...request, calendarCheck, movingId: before.id })
  const moved = { host, interval: change.to, reason: patch.reason, now }
  const appointment = applyReschedule({ ...before, ...change.details }, moved)
  await updateAppointment(tx, agent, appointment, createEndDue(appointment))
  const news = { action: 'rescheduled', appointment, before, person, reason: patch.reason, terms } as const
  await applySideEffects(tx, agent, news, deps)
  return appointment
}

function toTimeRequest(
  terms: SchedulingTerms,
  { person, appointment }: ChangeRequest,
  change: RescheduleDecision,
  now: Date,
): TimeRequest {
  const { representativeId: asked, to: interval } = change
  const wish = { asked, current: appointment.host.id, assigned: person.assignedRepresentativeId }
  return { terms, ...selectHosts(terms.config, wish), interval, now: now.getTime() }
}

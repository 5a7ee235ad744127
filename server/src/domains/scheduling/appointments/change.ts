import type { Db } from '../../../platform/db/database.ts'
import { invalidRequest, type Problem, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Person } from '../../people/index.ts'
import type { AvailabilityDeps, BookingDeps } from '../deps.ts'

import { minuteMs, type TimeInterval } from '../slots/time.ts'
import {
  type Appointment,
  type AppointmentPatch,
  applyCancellation,
  applyReschedule,
  bumpSequence,
  getDurationMinutes,
  toAppointmentLocation,
} from './appointment.ts'
import {
  assertKnownHost,
  keepLocation,
  loadSchedulingTerms,
  type SchedulingTerms,
  selectHosts,
  selectLocation,
  type TimeRequest,
} from './availability.ts'

import { updateAppointment } from './queries.ts'
import { type CalendarCheck, checkCalendars, emptyCalendarCheck, reserveHost } from './reserve.ts'
import { applySideEffects, createDetailsChangedEvent, enqueueCalendarUpdate } from './side-effects.ts'

import { dueAtEnd, neverDue } from './worker.ts'

type AppointmentDetails = Partial<Pick<Appointment, 'notes' | 'prospectTimezone'>>

/** The effect of a patch; details may change together with the rest. */
type ChangeDecision =
  | { kind: 'nothing' }
  | { kind: 'details'; details: AppointmentDetails }
  | { kind: 'cancel'; details: AppointmentDetails }
  | { kind: 'move'; details: AppointmentDetails; to: TimeInterval; representativeId?: string; locationId?: string }
  | { kind: 'refuse'; problem: Problem }

/** Limited because every reschedule is added to the history, which is read as a whole. */
const maxReschedules = 200

/**
 * An unchanged value is not a change. A canceled appointment cannot change. One that has started can be canceled
 * until it ends, but not moved.
 */
function decideChange(appointment: Appointment, patch: AppointmentPatch, now: Date): ChangeDecision {
  const moved = listRescheduledFields(appointment, patch)
  const details = findChangedDetails(appointment, patch)
  if (patch.status === 'cancelled' && moved.length > 0)
    return rejectChange(invalidRequest(moved.map(createCancelConflictError)))
  if (appointment.status === 'cancelled') {
    const asIs = moved.length === 0 && !details && (patch.status ?? 'cancelled') === 'cancelled'
    return asIs ? { kind: 'nothing' } : rejectWithConflict('The appointment is canceled: book another one')
  }
  if (patch.status === 'cancelled') return decideCancellation(appointment, details, now)
  if (patch.status !== undefined && patch.status !== appointment.status) {
    return rejectChange(invalidRequest([{ field: 'status', message: 'must be cancelled, or unchanged' }]))
  }
  if (moved.length > 0) return decideReschedule(appointment, { patch, details, now })
  return details ? { kind: 'details', details } : { kind: 'nothing' }
}

type RescheduleField = 'startUtc' | 'durationMinutes' | 'representativeId' | 'locationId'

function listRescheduledFields(appointment: Appointment, patch: AppointmentPatch): RescheduleField[] {
  const { startUtc, durationMinutes, representativeId, locationId } = patch
  const moved: RescheduleField[] = []
  if (startUtc && startUtc.getTime() !== appointment.startUtc.getTime()) moved.push('startUtc')
  if (durationMinutes !== undefined && durationMinutes !== getDurationMinutes(appointment))
    moved.push('durationMinutes')
  if (representativeId !== undefined && representativeId !== appointment.host.id) moved.push('representativeId')
  if (locationId !== undefined && locationId !== appointment.location?.id) moved.push('locationId')
  return moved
}

function findChangedDetails(appointment: Appointment, patch: AppointmentPatch): AppointmentDetails | undefined {
  const { notes = appointment.notes, prospectTimezone = appointment.prospectTimezone } = patch
  const after = { notes: notes ?? undefined, prospectTimezone }
  const same = after.notes === appointment.notes && after.prospectTimezone === appointment.prospectTimezone
  return same ? undefined : after
}

function decideCancellation(appointment: Appointment, details: AppointmentDetails = {}, now: Date): ChangeDecision {
  if (appointment.endUtc <= now) return rejectWithConflict('The appointment is over and can no longer be canceled')
  return { kind: 'cancel', details }
}

type RescheduleInput = { patch: AppointmentPatch; details?: AppointmentDetails; now: Date }

function decideReschedule(appointment: Appointment, { patch, details = {}, now }: RescheduleInput): ChangeDecision {
  if (appointment.startUtc <= now)
    return rejectWithConflict('The appointment has started and can no longer be moved: book another one')
  if (appointment.history.length > maxReschedules) {
    return rejectWithConflict(
      `The appointment was already moved ${maxReschedules} times, the maximum: cancel it and book another one`,
    )
  }
  const start = (patch.startUtc ?? appointment.startUtc).getTime()
  const end = start + (patch.durationMinutes ?? getDurationMinutes(appointment)) * minuteMs
  const { representativeId, locationId } = patch
  const other = representativeId !== undefined && representativeId !== appointment.host.id
  const elsewhere = locationId !== undefined && locationId !== appointment.location?.id
  return {
    kind: 'move',
    details,
    to: { start, end },
    ...(other && { representativeId }),
    ...(elsewhere && { locationId }),
  }
}

function createCancelConflictError(field: RescheduleField) {
  return { field, message: 'must not change when the appointment is canceled' }
}

function rejectChange(problem: Problem): ChangeDecision {
  return { kind: 'refuse', problem }
}

function rejectWithConflict(detail: string): ChangeDecision {
  return rejectChange(problem('resource.conflict', 409, { detail }))
}

export type ChangeRequest = { person: Person; appointment: Appointment; patch: AppointmentPatch }
type RescheduleDecision = ChangeDecision & { kind: 'move' }

/** Queries the calendars of the possible hosts, for `changeAppointment`. Must not run inside a transaction. */
export async function checkCalendarsForChange(
  db: Db,
  agent: AgentKey,
  request: ChangeRequest,
  deps: AvailabilityDeps,
): Promise<CalendarCheck> {
  const now = deps.world.now()
  const change = decideChange(request.appointment, request.patch, now)
  if (change.kind !== 'move') return emptyCalendarCheck
  const terms = selectTerms(await loadSchedulingTerms(db, agent, deps.definitions), request.appointment, change)
  return checkCalendars(db, agent, toTimeRequest(terms, request, change, now), deps)
}

/** Moves or cancels an appointment, or changes its details. The caller has locked the appointment and its person. */
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
  const terms = keepLocation(await loadSchedulingTerms(tx, agent, deps.definitions), before.location?.id)
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
  const terms = selectTerms(await loadSchedulingTerms(tx, agent, deps.definitions), before, change)
  assertKnownHost(terms, change.representativeId)
  const request = toTimeRequest(terms, wish, change, now)
  const host = await reserveHost(tx, agent, { ...request, calendarCheck, movingId: before.id })
  const moved = { host, interval: change.to, reason: patch.reason, now }
  const elsewhere = change.locationId !== undefined && {
    location: toAppointmentLocation(terms.location),
    prospectTimezone: terms.zone,
  }
  const appointment = applyReschedule({ ...before, ...elsewhere, ...change.details }, moved)
  await updateAppointment(tx, agent, appointment, dueAtEnd(appointment))
  const news = { action: 'rescheduled', appointment, before, person, reason: patch.reason, terms } as const
  await applySideEffects(tx, agent, news, deps)
  return appointment
}

/** The terms of the location to which the appointment moves, or of its own. */
function selectTerms(
  terms: SchedulingTerms,
  { location }: Appointment,
  { locationId }: RescheduleDecision,
): SchedulingTerms {
  if (locationId !== undefined) return selectLocation(terms, { requested: locationId })
  return keepLocation(terms, location?.id)
}

function toTimeRequest(
  terms: SchedulingTerms,
  { person, appointment }: ChangeRequest,
  change: RescheduleDecision,
  now: Date,
): TimeRequest {
  const { representativeId: requested, to: interval } = change
  const wish = { requested, current: appointment.host.id, assigned: person.assignedRepresentativeId }
  return { terms, ...selectHosts(terms.config, wish), interval, now: now.getTime() }
}

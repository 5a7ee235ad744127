import { invalidRequest, type Problem, problem } from '../../../platform/http/problem.ts'
import type { TimeInterval } from '../slots/interval.ts'
import { minuteMs } from '../slots/wall-clock.ts'
import { type Appointment, type AppointmentPatch, getDurationMinutes } from './appointment.ts'

type AppointmentDetails = Partial<Pick<Appointment, 'notes' | 'prospectTimezone'>>

/** What a patch comes to; details may change together with the rest. */
export type ChangeDecision =
  | { kind: 'nothing' }
  | { kind: 'details'; details: AppointmentDetails }
  | { kind: 'cancel'; details: AppointmentDetails }
  | { kind: 'move'; details: AppointmentDetails; to: TimeInterval; representativeId?: string }
  | { kind: 'refuse'; problem: Problem }

/** Every move is kept in the history, which is read as a whole. */
export const maxReschedules = 200

/**
 * What is sent as it is already is no change. A cancelled appointment stays as it is; one that has begun can be
 * cancelled until it is over, and not be moved.
 */
export function decideChange(appointment: Appointment, patch: AppointmentPatch, now: Date): ChangeDecision {
  const moved = listRescheduledFields(appointment, patch)
  const details = findChangedDetails(appointment, patch)
  if (patch.status === 'cancelled' && moved.length > 0)
    return rejectChange(invalidRequest(moved.map(createCancelConflictError)))
  if (appointment.status === 'cancelled') {
    const asIs = moved.length === 0 && !details && (patch.status ?? 'cancelled') === 'cancelled'
    return asIs ? { kind: 'nothing' } : rejectWithConflict('The appointment is cancelled: book another one')
  }
  if (patch.status === 'cancelled') return decideCancellation(appointment, details, now)
  if (patch.status !== undefined && patch.status !== appointment.status) {
    return rejectChange(invalidRequest([{ field: 'status', message: 'must be cancelled, or as it is' }]))
  }
  if (moved.length > 0) return decideReschedule(appointment, { patch, details, now })
  return details ? { kind: 'details', details } : { kind: 'nothing' }
}

type RescheduleField = 'startUtc' | 'durationMinutes' | 'representativeId'

function listRescheduledFields(appointment: Appointment, patch: AppointmentPatch): RescheduleField[] {
  const { startUtc, durationMinutes, representativeId } = patch
  const moved: RescheduleField[] = []
  if (startUtc && startUtc.getTime() !== appointment.startUtc.getTime()) moved.push('startUtc')
  if (durationMinutes !== undefined && durationMinutes !== getDurationMinutes(appointment))
    moved.push('durationMinutes')
  if (representativeId !== undefined && representativeId !== appointment.host.id) moved.push('representativeId')
  return moved
}

function findChangedDetails(appointment: Appointment, patch: AppointmentPatch): AppointmentDetails | undefined {
  const { notes = appointment.notes, prospectTimezone = appointment.prospectTimezone } = patch
  const after = { notes: notes ?? undefined, prospectTimezone }
  const same = after.notes === appointment.notes && after.prospectTimezone === appointment.prospectTimezone
  return same ? undefined : after
}

function decideCancellation(appointment: Appointment, details: AppointmentDetails = {}, now: Date): ChangeDecision {
  if (appointment.endUtc <= now) return rejectWithConflict('The appointment is over, and cannot be cancelled any more')
  return { kind: 'cancel', details }
}

type RescheduleInput = { patch: AppointmentPatch; details?: AppointmentDetails; now: Date }

function decideReschedule(appointment: Appointment, { patch, details = {}, now }: RescheduleInput): ChangeDecision {
  if (appointment.startUtc <= now)
    return rejectWithConflict('The appointment has begun, and cannot be moved: book another one')
  if (appointment.history.length > maxReschedules) {
    return rejectWithConflict(
      `The appointment was moved ${maxReschedules} times, which is the most: cancel it and book another one`,
    )
  }
  const start = (patch.startUtc ?? appointment.startUtc).getTime()
  const end = start + (patch.durationMinutes ?? getDurationMinutes(appointment)) * minuteMs
  const { representativeId } = patch
  const other = representativeId !== undefined && representativeId !== appointment.host.id
  return { kind: 'move', details, to: { start, end }, ...(other && { representativeId }) }
}

function createCancelConflictError(field: RescheduleField) {
  return { field, message: 'must stay as it is when the appointment is cancelled' }
}

function rejectChange(problem: Problem): ChangeDecision {
  return { kind: 'refuse', problem }
}

function rejectWithConflict(detail: string): ChangeDecision {
  return rejectChange(problem('resource.conflict', 409, { detail }))
}

import { invalid, type Problem, problem } from '../../../platform/http/problem.ts'
import type { Interval } from '../slots/interval.ts'
import { minuteMs } from '../slots/wall-clock.ts'
import { type Appointment, type AppointmentPatch, minutesOf } from './appointment.ts'

type Details = Partial<Pick<Appointment, 'notes' | 'prospectTimezone'>>

/** What a patch comes to; details may change together with the rest. */
export type Change =
  | { kind: 'nothing' }
  | { kind: 'details'; details: Details }
  | { kind: 'cancel'; details: Details }
  | { kind: 'move'; details: Details; to: Interval; representativeId?: string }
  | { kind: 'refuse'; problem: Problem }

/** Every move is kept in the history, which is read as a whole. */
export const mostMoves = 200

/**
 * What is sent as it is already is no change. A cancelled appointment stays as it is; one that has begun can be
 * cancelled until it is over, and not be moved.
 */
export function decideChange(appointment: Appointment, patch: AppointmentPatch, now: Date): Change {
  const moved = movedFields(appointment, patch)
  const details = changedDetails(appointment, patch)
  if (patch.status === 'cancelled' && moved.length > 0) return refuse(invalid(moved.map(notWithCancelled)))
  if (appointment.status === 'cancelled') {
    const asIs = moved.length === 0 && !details && (patch.status ?? 'cancelled') === 'cancelled'
    return asIs ? { kind: 'nothing' } : conflict('The appointment is cancelled: book another one')
  }
  if (patch.status === 'cancelled') return cancelling(appointment, details, now)
  if (patch.status !== undefined && patch.status !== appointment.status) {
    return refuse(invalid([{ field: 'status', message: 'must be cancelled, or as it is' }]))
  }
  if (moved.length > 0) return moving(appointment, { patch, details, now })
  return details ? { kind: 'details', details } : { kind: 'nothing' }
}

type MoveField = 'startUtc' | 'durationMinutes' | 'representativeId'

function movedFields(appointment: Appointment, patch: AppointmentPatch): MoveField[] {
  const { startUtc, durationMinutes, representativeId } = patch
  const moved: MoveField[] = []
  if (startUtc && startUtc.getTime() !== appointment.startUtc.getTime()) moved.push('startUtc')
  if (durationMinutes !== undefined && durationMinutes !== minutesOf(appointment)) moved.push('durationMinutes')
  if (representativeId !== undefined && representativeId !== appointment.host.id) moved.push('representativeId')
  return moved
}

function changedDetails(appointment: Appointment, patch: AppointmentPatch): Details | undefined {
  const { notes = appointment.notes, prospectTimezone = appointment.prospectTimezone } = patch
  const after = { notes: notes ?? undefined, prospectTimezone }
  const same = after.notes === appointment.notes && after.prospectTimezone === appointment.prospectTimezone
  return same ? undefined : after
}

function cancelling(appointment: Appointment, details: Details = {}, now: Date): Change {
  if (appointment.endUtc <= now) return conflict('The appointment is over, and cannot be cancelled any more')
  return { kind: 'cancel', details }
}

type Moving = { patch: AppointmentPatch; details?: Details; now: Date }

function moving(appointment: Appointment, { patch, details = {}, now }: Moving): Change {
  if (appointment.startUtc <= now) return conflict('The appointment has begun, and cannot be moved: book another one')
  if (appointment.history.length > mostMoves) {
    return conflict(`The appointment was moved ${mostMoves} times, which is the most: cancel it and book another one`)
  }
  const start = (patch.startUtc ?? appointment.startUtc).getTime()
  const end = start + (patch.durationMinutes ?? minutesOf(appointment)) * minuteMs
  const { representativeId } = patch
  const other = representativeId !== undefined && representativeId !== appointment.host.id
  return { kind: 'move', details, to: { start, end }, ...(other && { representativeId }) }
}

function notWithCancelled(field: MoveField) {
  return { field, message: 'must stay as it is when the appointment is cancelled' }
}

function refuse(problem: Problem): Change {
  return { kind: 'refuse', problem }
}

function conflict(detail: string): Change {
  return refuse(problem('resource.conflict', 409, { detail }))
}

import type { AgentLocation } from '@parley/definition'
import { appointmentStatuses } from '@parley/definition/vocabulary'
import { boundedText, instant, timeZone, withReadOnlyFields } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { minuteMs, type TimeInterval } from '../slots/time.ts'

export type AppointmentStatus = (typeof appointmentStatuses)[number]

export const appointmentActions = ['booked', 'rescheduled', 'cancelled'] as const
export type AppointmentAction = (typeof appointmentActions)[number]

export const AppointmentHistoryEntry = z.strictObject({
  at: timestamp,
  action: z.enum(appointmentActions),
  from: timestamp.optional().meta({ description: 'The previous start time.' }),
  to: timestamp.optional().meta({ description: 'The new start time.' }),
  reason: z.string().optional(),
})
export type AppointmentHistoryEntry = z.infer<typeof AppointmentHistoryEntry>

/** The representative of an appointment. Without representatives the agent itself is booked, and the id is empty. */
export type Host = { id: string; name?: string; title?: string }

/** The location of an appointment, with its name and address at the time of booking. */
export type AppointmentLocation = { id: string; name: string; address?: string }

export function toAppointmentLocation(location: AgentLocation | undefined): AppointmentLocation | undefined {
  if (!location) return undefined
  const { id, name, address } = location
  return { id, name, ...(address !== undefined && { address }) }
}

export type Appointment = {
  id: string
  personKey: number
  personId: string
  /** Name and title at the time of booking. */
  host: Host
  location?: AppointmentLocation
  startUtc: Date
  endUtc: Date
  prospectTimezone: string
  status: AppointmentStatus
  notes?: string
  history: AppointmentHistoryEntry[]
  /** Revision number, as in iCalendar. */
  sequence: number
  createdAt: Date
  updatedAt: Date
}

export const maxAppointmentMinutes = 1440

/** Range of times that every part of the program supports. */
const firstTime = Date.parse('1970-01-01T00:00:00Z')
const lastTime = Date.parse('2200-01-01T00:00:00Z')

export function isSupportedInstant(value: string): boolean {
  const at = Date.parse(value)
  return at >= firstTime && at < lastTime
}
export const unsupportedInstantMessage = 'must be between the years 1970 and 2199'

const startUtc = instant
  .refine(isSupportedInstant, unsupportedInstantMessage)
  .transform((value) => new Date(value))
  .meta({ description: 'The start time; any offset is accepted, and stored as UTC.' })
export const appointmentDuration = z.int().min(1).max(maxAppointmentMinutes)
export const appointmentRepresentative = boundedText({ min: 1, max: 100 })
export const appointmentLocation = boundedText({ min: 1, max: 64 })

/** A blank text clears the field, like null. */
const notes = boundedText({ max: 5000 })
  .transform((value) => (value.trim() === '' ? null : value))
  .nullable()
const reason = boundedText({ max: 500 }).transform((value) => value.trim() || undefined)

const readOnly = [
  'id',
  'personId',
  'endUtc',
  'representativeName',
  'representativeTitle',
  'locationName',
  'history',
  'createdAt',
  'updatedAt',
] as const

export const AppointmentCreate = withReadOnlyFields(
  {
    startUtc,
    durationMinutes: appointmentDuration
      .optional()
      .meta({ description: 'Default: the length in the scheduling config, or else 30.' }),
    prospectTimezone: timeZone
      .optional()
      .meta({ description: "Default: the zone of the location; without one the person's, or else the agent's." }),
    representativeId: appointmentRepresentative
      .optional()
      .meta({ description: 'Default: the representative assigned to the person, or else the first who is free.' }),
    locationId: appointmentLocation
      .optional()
      .meta({ description: 'Default: the location that the person prefers, or else the only one.' }),
    notes: notes.optional(),
  },
  [...readOnly, 'status'],
).meta({ id: 'AppointmentCreate', examples: [{ startUtc: '2030-01-31T09:00:00Z', durationMinutes: 30 }] })
export type BookingInput = z.output<typeof AppointmentCreate>

export const AppointmentPatch = withReadOnlyFields(
  {
    startUtc: startUtc.optional(),
    durationMinutes: appointmentDuration.optional(),
    representativeId: appointmentRepresentative.optional(),
    locationId: appointmentLocation.optional().meta({ description: 'Moves it to another location.' }),
    prospectTimezone: timeZone.optional(),
    notes: notes.optional(),
    status: z
      .enum(appointmentStatuses)
      .optional()
      .meta({ description: '`cancelled` cancels it; no other value can be set.' }),
    reason: reason.optional().meta({ description: 'Why it is moved or canceled, for its history.' }),
  },
  readOnly,
).meta({ id: 'AppointmentPatch', examples: [{ status: 'cancelled', reason: 'The person has called.' }] })
export type AppointmentPatch = z.output<typeof AppointmentPatch>

export const AppointmentResponse = z
  .strictObject({
    id: z.string(),
    personId: z.string(),
    startUtc: timestamp,
    endUtc: timestamp,
    durationMinutes: z.int(),
    prospectTimezone: z.string(),
    status: z.enum(appointmentStatuses),
    representativeId: z.string().optional(),
    representativeName: z.string().optional(),
    representativeTitle: z.string().optional(),
    locationId: z.string().optional(),
    locationName: z.string().optional(),
    notes: z.string().optional(),
    history: z.array(AppointmentHistoryEntry).meta({ description: 'Oldest first.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'Appointment',
    examples: [
      {
        id: 'apt_01',
        personId: 'per_01',
        startUtc: '2030-01-31T09:00:00.000Z',
        endUtc: '2030-01-31T09:30:00.000Z',
        durationMinutes: 30,
        prospectTimezone: 'Europe/Berlin',
        status: 'scheduled',
        representativeId: 'anna',
        representativeName: 'Anna',
        history: [{ at: '2030-01-20T12:00:00.000Z', action: 'booked', to: '2030-01-31T09:00:00.000Z' }],
        createdAt: '2030-01-20T12:00:00.000Z',
        updatedAt: '2030-01-20T12:00:00.000Z',
      },
    ],
  })
export type AppointmentResponse = z.input<typeof AppointmentResponse>

export function serializeAppointment(appointment: Appointment): AppointmentResponse {
  const { personKey: _, sequence: __, host, location, startUtc, endUtc, createdAt, updatedAt, ...same } = appointment
  return {
    ...same,
    startUtc: startUtc.toISOString(),
    endUtc: endUtc.toISOString(),
    durationMinutes: getDurationMinutes(appointment),
    representativeId: host.id || undefined,
    representativeName: host.name,
    representativeTitle: host.title,
    locationId: location?.id,
    locationName: location?.name,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export function getDurationMinutes({ startUtc, endUtc }: Pick<Appointment, 'startUtc' | 'endUtc'>): number {
  return (endUtc.getTime() - startUtc.getTime()) / minuteMs
}

/** Pure functions that compute the next state of an appointment. */

type NewAppointment = Pick<Appointment, 'id' | 'personKey' | 'personId' | 'prospectTimezone' | 'notes'> & {
  host: Host
  location?: AppointmentLocation | undefined
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

import type { AgentDefinition, SchedulingConfig } from '@parley/definition'
import type { AgentTool, AppointmentSummary, ToolOutcome, TurnInput } from '../deps.ts'
import { createLocationField, resolveToolLocation } from './choose-location.ts'
import { failedOutcome } from './outcome.ts'
import { formatFullTime } from './zoned-time.ts'

export const startUtcField = {
  type: 'string',
  format: 'date-time',
  description: 'The start time: startUtc of a time that was offered, exactly as given there.',
}

export const durationField = {
  type: 'integer',
  minimum: 1,
  maximum: 1440,
  description: 'Omit unless the person asks for a certain length.',
}

export const appointmentIdField = {
  type: 'string',
  maxLength: 200,
  description: "Which of the person's appointments; omit if there is only one.",
}

const maxListed = 20

/** Omitted when there are no representatives. */
export function createRepresentativeField({ representatives }: SchedulingConfig) {
  if (representatives.length === 0) return {}
  const named = representatives.slice(0, maxListed).map(({ id, name }) => `${id} (${name})`)
  const description = `Only if the person asks for someone by name. One of: ${named.join(', ')}.`
  return { representativeId: { type: 'string', maxLength: 100, description } }
}

export function describeAppointment({
  id,
  startUtc,
  timezone,
  durationMinutes,
  representativeName,
  locationName,
}: AppointmentSummary) {
  return {
    appointmentId: id,
    startUtc,
    label: formatFullTime(startUtc, timezone),
    timezone,
    durationMinutes,
    ...(representativeName !== undefined && { with: representativeName }),
    ...(locationName !== undefined && { at: locationName }),
  }
}

/** Why an appointment was not changed, with the candidates that could have been meant. */
export async function createUnchangedOutcome(reason: string, { actions }: TurnInput): Promise<ToolOutcome> {
  const appointments = (await actions.upcomingAppointments()).map(describeAppointment)
  return failedOutcome(reason, appointments.length > 0 ? { appointments } : {})
}

export const createBookTool = (definition: AgentDefinition): AgentTool => ({
  name: 'scheduling.book',
  description: 'Books an appointment for the person at a time they chose.',
  parameters: {
    type: 'object',
    properties: {
      startUtc: startUtcField,
      durationMinutes: durationField,
      ...createRepresentativeField(definition.scheduling),
      ...createLocationField(definition),
      notes: { type: 'string', maxLength: 2000, description: 'What the appointment is about, briefly.' },
    },
    required: ['startUtc'],
    additionalProperties: false,
  },
  hasSideEffects: true,
  run: (given, input) => runBook(given as BookArguments, input),
})

type BookArguments = {
  startUtc: string
  durationMinutes?: number
  representativeId?: string
  locationId?: string
  notes?: string
}

async function runBook(
  { startUtc, locationId: given, ...more }: BookArguments,
  input: TurnInput,
): Promise<ToolOutcome> {
  const where = await resolveToolLocation(given, input)
  if (!where.ok) return where.outcome
  const { locationId } = where
  const there = locationId !== undefined && { locationId }
  const booked = await input.actions.book({ startUtc: new Date(startUtc), ...more, ...there })
  if (!booked.ok) return failedOutcome(booked.reason)
  const result = { booked: true, ...describeAppointment(booked.value) }
  const known = await rememberLocation(booked.value.locationId, input)
  return { ok: true, result, events: ['appointment.booked'], ...known }
}

/** Where a person books is the location that they prefer from now on. */
async function rememberLocation(
  locationId: string | undefined,
  { actions, partner }: TurnInput,
): Promise<Pick<ToolOutcome, 'locationId' | 'partner'>> {
  if (locationId === undefined) return {}
  if (partner.preferredLocationId === locationId) return { locationId }
  const saved = await actions.saveProfile({ preferredLocationId: locationId })
  return { locationId, ...(saved.ok && { partner: saved.value.partner }) }
}

export const cancelTool: AgentTool = {
  name: 'scheduling.cancel',
  description: 'Cancels an appointment of the person, after they have said that they want to cancel it.',
  parameters: {
    type: 'object',
    properties: {
      appointmentId: appointmentIdField,
      reason: { type: 'string', maxLength: 500, description: "Why, in the person's words." },
    },
    additionalProperties: false,
  },
  hasSideEffects: true,
  run: runCancel,
}

async function runCancel(given: { appointmentId?: string; reason?: string }, input: TurnInput): Promise<ToolOutcome> {
  const done = await input.actions.cancel(given)
  if (!done.ok) return createUnchangedOutcome(done.reason, input)
  return { ok: true, result: { cancelled: true, ...describeAppointment(done.value) } }
}

export const rescheduleTool: AgentTool = {
  name: 'scheduling.reschedule',
  description: 'Moves an appointment of the person to another time they chose.',
  parameters: {
    type: 'object',
    properties: { startUtc: startUtcField, appointmentId: appointmentIdField },
    required: ['startUtc'],
    additionalProperties: false,
  },
  hasSideEffects: true,
  run: (given, input) => runReschedule(given as RescheduleArguments, input),
}

type RescheduleArguments = { startUtc: string; appointmentId?: string }

async function runReschedule({ startUtc, appointmentId }: RescheduleArguments, input: TurnInput): Promise<ToolOutcome> {
  const moved = await input.actions.reschedule({ startUtc: new Date(startUtc), appointmentId })
  if (!moved.ok) return createUnchangedOutcome(moved.reason, input)
  return { ok: true, result: { rescheduled: true, ...describeAppointment(moved.value) } }
}

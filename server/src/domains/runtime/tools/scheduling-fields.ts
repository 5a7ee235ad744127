import type { SchedulingConfig } from '@parley/definition'
import type { AppointmentSummary, ToolOutcome, TurnInput } from '../deps.ts'
import { failedOutcome } from './outcome.ts'
import { formatFullTime } from './zoned-time.ts'

export const startUtcField = {
  type: 'string',
  format: 'date-time',
  description: 'When it begins: startUtc of a time that was offered, exactly as it stands there.',
}

export const durationField = {
  type: 'integer',
  minimum: 1,
  maximum: 1440,
  description: 'Leave out unless the person asks for a certain length.',
}

export const appointmentIdField = {
  type: 'string',
  maxLength: 200,
  description: 'Which appointment of the person; leave out where there is one only.',
}

const maxListed = 20

/** Omitted when there are no representatives. */
export function createRepresentativeField({ representatives }: SchedulingConfig) {
  if (representatives.length === 0) return {}
  const named = representatives.slice(0, maxListed).map(({ id, name }) => `${id} (${name})`)
  const description = `Only where the person asks for somebody by name. One of: ${named.join(', ')}.`
  return { representativeId: { type: 'string', maxLength: 100, description } }
}

export function describeAppointment({
  id,
  startUtc,
  timezone,
  durationMinutes,
  representativeName,
}: AppointmentSummary) {
  return {
    appointmentId: id,
    startUtc,
    label: formatFullTime(startUtc, timezone),
    timezone,
    durationMinutes,
    ...(representativeName !== undefined && { with: representativeName }),
  }
}

/** Why an appointment was not changed, with the candidates that could have been meant. */
export async function createUnchangedOutcome(why: string, { actions }: TurnInput): Promise<ToolOutcome> {
  const appointments = (await actions.upcomingAppointments()).map(describeAppointment)
  return failedOutcome(why, appointments.length > 0 ? { appointments } : {})
}

import type { SchedulingConfig } from '@parley/definition'
import type { Meeting, Scene, ToolOutcome } from '../deps.ts'
import { fullTime } from './clock.ts'
import { failed } from './outcome.ts'

/** What the tools of scheduling have in common. */

export const startUtc = {
  type: 'string',
  format: 'date-time',
  description: 'When it begins: startUtc of a time that was offered, exactly as it stands there.',
}

export const durationMinutes = {
  type: 'integer',
  minimum: 1,
  maximum: 1440,
  description: 'Leave out unless the person asks for a certain length.',
}

export const appointmentId = {
  type: 'string',
  maxLength: 200,
  description: 'Which appointment of the person; leave out where there is one only.',
}

const mostNamed = 20

/** The field, where there is anybody to name. */
export function representativeId({ representatives }: SchedulingConfig) {
  if (representatives.length === 0) return {}
  const named = representatives.slice(0, mostNamed).map(({ id, name }) => `${id} (${name})`)
  const description = `Only where the person asks for somebody by name. One of: ${named.join(', ')}.`
  return { representativeId: { type: 'string', maxLength: 100, description } }
}

export function toldMeeting({ id, startUtc, timezone, durationMinutes, representativeName }: Meeting) {
  return {
    appointmentId: id,
    startUtc,
    label: fullTime(startUtc, timezone),
    timezone,
    durationMinutes,
    ...(representativeName !== undefined && { with: representativeName }),
  }
}

/** Why an appointment was left as it was, with those that could have been meant. */
export async function notChanged(why: string, { hands }: Scene): Promise<ToolOutcome> {
  const appointments = (await hands.meetings()).map(toldMeeting)
  return failed(why, appointments.length > 0 ? { appointments } : {})
}

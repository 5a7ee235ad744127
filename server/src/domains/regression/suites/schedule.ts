import { fieldErrors, timeZone } from '@parley/findings'
import { z } from 'zod'
import { problem } from '../../../platform/http/problem.ts'
import { nextTime } from './worker.ts'

/** Document 2, Schedules. As it was written; what was left out is by default. */

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export const Schedule = z.strictObject({
  every: z.enum(['daily', 'weekly']),
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:mm')
    .optional()
    .meta({ default: '06:00', description: 'HH:mm on the clocks of the time zone.' }),
  weekday: z
    .enum(weekdays)
    .optional()
    .meta({ default: 'monday', description: 'Of a weekly schedule; on a daily one it is ignored.' }),
  timezone: timeZone.optional().meta({ default: 'UTC' }),
})
export type Schedule = z.output<typeof Schedule>

/** The next time that a schedule comes round, after `now`. */
export function nextRunOf(schedule: Schedule, now: Date): Date {
  return nextTime(schedule, now)
}

/** Refuses what is no schedule in the way of tests. */
export function readSchedule(sent: unknown): Schedule {
  const { data, error } = Schedule.safeParse(sent, { reportInput: true })
  if (data) return data
  const errors = error.issues.flatMap((issue) => fieldErrors(issue, ['schedule']))
  const detail = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
  throw problem('agent.test.invalid', 422, { detail, errors })
}

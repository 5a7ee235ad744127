import { fieldErrors, timeZone } from '@parley/findings'
import { z } from 'zod'
import { problem } from '../../../platform/http/problem.ts'
import { nextScheduledTime } from './worker.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export const TestSchedule = z.strictObject({
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
export type TestSchedule = z.output<typeof TestSchedule>

export function computeNextRun(schedule: TestSchedule, now: Date): Date {
  return nextScheduledTime(schedule, now)
}

/** Rejects invalid schedules with the error code of tests. */
export function parseSchedule(sent: unknown): TestSchedule {
  const { data, error } = TestSchedule.safeParse(sent, { reportInput: true })
  if (data) return data
  const errors = error.issues.flatMap((issue) => fieldErrors(issue, ['schedule']))
  const detail = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
  throw problem('agent.test.invalid', 422, { detail, errors })
}

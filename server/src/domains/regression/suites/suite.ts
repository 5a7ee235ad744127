import { type EmulatedChannel, emulatedChannels } from '@parley/amf'
import { applyPatch } from '@parley/definition'
import { boundedText, fieldErrorOptions, nameText, timeZone, toFieldErrors, withReadOnlyFields } from '@parley/findings'
import { weekdays } from '@parley/testcase/vocabulary'
import { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import { createFullProblem } from './problems.ts'
import { countSuites, insertSuite, updateSuite } from './queries.ts'
import { nextScheduledTime } from './worker.ts'

export type StoredSuite = {
  id: string
  name: string
  description?: string
  channel?: EmulatedChannel
  schedule?: TestSchedule
  nextRunAt?: Date
  lastScheduledRunId?: string
  /** Set for a system suite, which follows the Examples of that playbook. */
  playbookId?: string
  createdAt: Date
  updatedAt: Date
}

export const TestSchedule = z.strictObject({
  every: z.enum(['daily', 'weekly']),
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 09:30')
    .optional()
    .meta({ default: '06:00', description: 'HH:mm in the time zone.' }),
  weekday: z
    .enum(weekdays)
    .optional()
    .meta({ default: 'monday', description: 'For a weekly schedule; ignored for a daily one.' }),
  timezone: timeZone.optional().meta({ default: 'UTC' }),
})
export type TestSchedule = z.output<typeof TestSchedule>

export function computeNextRun(schedule: TestSchedule, now: Date): Date {
  return nextScheduledTime(schedule, now)
}

/** Rejects invalid schedules with the error code of tests. */
export function parseSchedule(sent: unknown): TestSchedule {
  const { data, error } = TestSchedule.safeParse(sent, fieldErrorOptions)
  if (data) return data
  const errors = error.issues.flatMap((issue) => toFieldErrors(issue, ['schedule']))
  const detail = errors.map(({ field, message }) => `${field} ${message}`).join('; ')
  throw problem('agent.test.invalid', 422, { detail, errors })
}

const { $schema: _, ...scheduleInWords } = z.toJSONSchema(TestSchedule, { io: 'input' })

/** Accepts any value; `parseSchedule` reports problems with the error code of tests. */
const schedule = z.unknown().meta({ ...scheduleInWords, description: 'When the whole suite runs; null clears it.' })

const fields = { name: nameText, description: boundedText({ max: 2000 }), channel: z.enum(emulatedChannels) }
/** Read-only fields that clients may send back. */
const readOnly = ['id', 'nextRunAt', 'lastScheduledRunId', 'system', 'playbookId', 'createdAt', 'updatedAt']

export const SuiteBody = withReadOnlyFields(
  {
    name: fields.name,
    description: fields.description.optional(),
    channel: fields.channel
      .optional()
      .meta({ description: 'Where its cases are played, unless a case has its own channel.' }),
    schedule: schedule.optional(),
  },
  readOnly,
).meta({
  id: 'TestSuiteBody',
  examples: [{ name: 'Opening hours', channel: 'rcs', schedule: { every: 'daily', at: '07:30' } }],
})
export type SuiteBody = z.output<typeof SuiteBody>

export const SuitePatch = withReadOnlyFields(
  {
    name: fields.name.optional(),
    description: fields.description.nullable().optional(),
    channel: fields.channel.nullable().optional(),
    schedule: schedule.optional(),
  },
  readOnly,
).meta({ id: 'TestSuitePatch', examples: [{ schedule: { every: 'weekly', weekday: 'friday' } }] })
export type SuitePatch = z.output<typeof SuitePatch>

export const maxSuites = 200

export async function createSuite(tx: Db, agent: AgentKey, body: SuiteBody, world: World): Promise<StoredSuite> {
  const { schedule, ...named } = body
  const times = toScheduleFields(schedule, world.now())
  if ((await countSuites(tx, agent)) >= maxSuites)
    throw createFullProblem(`An agent has at most ${maxSuites} suites of its own`)
  return insertSuite(tx, agent, { ...named, ...times, id: world.newId('suite'), now: world.now() })
}

export function editSuite(
  tx: Db,
  agent: AgentKey,
  suite: StoredSuite,
  change: SuitePatch & { now: Date },
): Promise<StoredSuite> {
  const { schedule, now, ...named } = change
  const reschedules = schedule !== undefined
  const times = reschedules ? toScheduleFields(schedule, now) : {}
  return updateSuite(tx, agent, suite.id, { ...applyPatch<StoredSuite>(suite, named), ...times, now, reschedules })
}

function toScheduleFields(sent: unknown, now: Date): Pick<StoredSuite, 'schedule' | 'nextRunAt'> {
  if (sent === undefined || sent === null) return { schedule: undefined, nextRunAt: undefined }
  const schedule = parseSchedule(sent)
  return { schedule, nextRunAt: computeNextRun(schedule, now) }
}

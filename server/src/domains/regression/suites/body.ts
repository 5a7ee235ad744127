import { boundedText, nameText, writable } from '@parley/findings'
import { caseChannels } from '@parley/testcase'
import { z } from 'zod'
import { TestSchedule } from './schedule.ts'

const { $schema: _, ...scheduleInWords } = z.toJSONSchema(TestSchedule, { io: 'input' })

/** Accepts any value; `parseSchedule` reports problems with the error code of tests. */
const schedule = z.unknown().meta({ ...scheduleInWords, description: 'When the whole suite is run; null clears it.' })

const fields = { name: nameText, description: boundedText({ max: 2000 }), channel: z.enum(caseChannels) }
/** Read-only fields that clients may send back. */
const readOnly = ['id', 'nextRunAt', 'lastScheduledRunId', 'system', 'playbookId', 'createdAt', 'updatedAt']

export const SuiteBody = writable(
  {
    name: fields.name,
    description: fields.description.optional(),
    channel: fields.channel.optional().meta({ description: 'Where its cases are played, unless they say so.' }),
    schedule: schedule.optional(),
  },
  readOnly,
).meta({
  id: 'TestSuiteBody',
  examples: [{ name: 'Opening hours', channel: 'rcs', schedule: { every: 'daily', at: '07:30' } }],
})
export type SuiteBody = z.output<typeof SuiteBody>

export const SuitePatch = writable(
  {
    name: fields.name.optional(),
    description: fields.description.nullable().optional(),
    channel: fields.channel.nullable().optional(),
    schedule: schedule.optional(),
  },
  readOnly,
).meta({ id: 'TestSuitePatch', examples: [{ schedule: { every: 'weekly', weekday: 'friday' } }] })
export type SuitePatch = z.output<typeof SuitePatch>

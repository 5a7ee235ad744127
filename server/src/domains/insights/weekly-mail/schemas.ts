import { timeZone } from '@parley/findings'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import { mailDays, type Weekday } from './occurrence.ts'

export const defaultTime = { timeZone: 'UTC', day: 'mon' satisfies Weekday as Weekday, hour: 8 }

const status = {
  nextAt: timestamp
    .optional()
    .meta({ description: 'Read-only. When the next mail is due; absent without a subscription.' }),
  lastSentAt: timestamp.optional().meta({ description: 'Read-only.' }),
  problem: z
    .string()
    .optional()
    .meta({ description: 'Read-only. Why the last mail was not sent, and what to do about it.' }),
}
const example = { subscribed: true, timeZone: 'Europe/Berlin', day: 'mon', hour: 8 } as const

export const WeeklyMail = z
  .strictObject({
    subscribed: z.boolean(),
    timeZone: z.string(),
    day: z.enum(mailDays),
    hour: z.int().min(0).max(23),
    ...status,
  })
  .meta({ id: 'WeeklyMail', examples: [{ ...example, nextAt: '2030-02-04T07:00:00.000Z' }] })
export type WeeklyMail = z.infer<typeof WeeklyMail>

const as = z.string().min(1).max(200).optional().meta({ description: 'With an API key: the id of the member.' })

export const WeeklyMailQuery = z.strictObject({ as })

export const WeeklyMailBody = z
  .strictObject({
    subscribed: z.boolean(),
    timeZone: timeZone.default(defaultTime.timeZone),
    day: z.enum(mailDays).default(defaultTime.day),
    hour: z.int().min(0).max(23).default(defaultTime.hour).meta({ description: 'On the clock of the time zone.' }),
    ...status,
  })
  .meta({ id: 'WeeklyMailBody', examples: [example] })
export type WeeklyMailBody = z.output<typeof WeeklyMailBody>

export const WeeklyMailSubscriber = z
  .strictObject({
    userId: z.string(),
    name: z.string().optional(),
    email: z.string(),
    timeZone: z.string(),
    day: z.enum(mailDays),
    hour: z.int(),
    ...status,
  })
  .meta({
    id: 'WeeklyMailSubscriber',
    examples: [
      {
        ...{ userId: 'usr_01', name: 'Ada', email: 'ada@example.com', timeZone: 'Europe/Berlin', day: 'mon', hour: 8 },
        nextAt: '2030-02-04T07:00:00.000Z',
      },
    ],
  })

import { boundedText, timeZone } from '@parley/findings'
import { z } from 'zod'
import { deskDays } from './hours.ts'

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00')

const DeskHoursSpan = z
  .strictObject({
    days: z
      .array(z.enum(deskDays))
      .min(1)
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'must name each day once'),
    from: clockTime,
    to: clockTime.meta({ description: 'Exclusive; at or before `from`, it is a time of the next day.' }),
    timeZone,
  })
  .refine(({ from, to }) => from !== to, { message: 'must differ from from', path: ['to'] })

export const defaultReturnAfterMinutes = 60

const example = {
  enabled: true,
  hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:30', timeZone: 'Europe/Berlin' }],
  waitingMessage: 'One moment, a colleague will be with you.',
  closedMessage: 'Nobody is at the desk right now.',
  returnAfterMinutes: 60,
  assignment: 'manual',
}

export const DeskSettingsBody = z
  .strictObject({
    enabled: z.boolean().default(false),
    hours: z
      .array(DeskHoursSpan)
      .min(1)
      .max(50)
      .optional()
      .meta({ description: 'When members are there; default: always.' }),
    waitingMessage: boundedText({ min: 1, max: 1000 })
      .optional()
      .meta({ description: 'What a person reads who begins to wait for a member.' }),
    closedMessage: boundedText({ min: 1, max: 1000 })
      .optional()
      .meta({ description: 'What a person reads who asks for a human outside the hours, before the contact options.' }),
    returnAfterMinutes: z.int().min(5).max(10_080).default(defaultReturnAfterMinutes).meta({
      description: 'After this time without a message of its holder, a conversation returns to the agent.',
    }),
    assignment: z.enum(['manual', 'roundRobin']).default('manual').meta({
      description: 'With `roundRobin`, a waiting conversation names the member whose turn it is.',
    }),
    members: z
      .array(z.string().min(1).max(200))
      .max(500)
      .refine((ids) => new Set(ids).size === ids.length, 'must name each member once')
      .optional()
      .meta({
        description: 'The members who take turns; default, or if empty: every member who may work at the desk.',
      }),
  })
  .meta({ id: 'DeskSettingsBody', examples: [example] })

/** As stored, with the defaults of the fields that a body left out. */
export const DeskSettings = z.strictObject(DeskSettingsBody.shape).meta({ id: 'DeskSettings', examples: [example] })
export type DeskSettings = z.output<typeof DeskSettings>

export const defaultDeskSettings: DeskSettings = {
  enabled: false,
  returnAfterMinutes: defaultReturnAfterMinutes,
  assignment: 'manual',
}

/** Returns the member after the last one, in the order of the pool; undefined if the pool is empty. */
export function nextInTurn(pool: readonly string[], last: string | undefined): string | undefined {
  const sorted = [...pool].sort()
  return sorted.find((id) => last === undefined || id > last) ?? sorted[0]
}

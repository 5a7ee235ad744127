import { boundedText, emailAddress, nameText, slug, timeZone, uniqueBy } from '@parley/findings'
import { z } from 'zod'

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a 24-hour time, for example 09:30')
const calendarDate = z.iso.date('must be a date, for example 2030-12-24')

export const SchedulingWindow = z
  .strictObject({
    dayOfWeek: z.int().min(0).max(6).meta({ description: '0 is Sunday, 6 is Saturday.' }),
    startTime: clockTime,
    endTime: clockTime,
  })
  .superRefine(({ startTime, endTime }, context) => {
    if (endTime <= startTime)
      context.addIssue({ code: 'custom', path: ['endTime'], message: 'must be after startTime' })
  })
  .meta({ id: 'SchedulingWindow', examples: [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }] })
export type SchedulingWindow = z.infer<typeof SchedulingWindow>

const Windows = z.array(SchedulingWindow).max(200)

const representative = {
  id: boundedText({ min: 1, max: 100 }),
  name: nameText,
  title: boundedText({ max: 200 }).optional(),
  phone: boundedText({ max: 50 }).optional(),
  email: emailAddress.optional(),
  type: boundedText({ min: 1, max: 100 }).optional().meta({ default: 'sales' }),
  availability: z
    .strictObject({ timezone: timeZone.optional(), workingHours: Windows.optional() })
    .optional()
    .meta({ description: "Empty means the agent's own hours." }),
}

export const SchedulingRepresentative = z.strictObject(representative).meta({ id: 'SchedulingRepresentative' })
export type SchedulingRepresentative = z.infer<typeof SchedulingRepresentative>

const fields = {
  timezone: timeZone.optional(),
  availableHours: Windows.optional(),
  blackoutDates: z.array(calendarDate).max(1000).optional(),
  disallowSameDayBooking: z.boolean().optional().meta({ default: false }),
  defaultDurationMinutes: z.int().min(1).max(1440).optional(),
  notificationRecipients: z.array(emailAddress).max(50).optional(),
  reminders: z
    .strictObject({
      enabled: z.boolean().optional(),
      leadMinutes: z.int().min(1).max(10_080).optional(),
      includeContactCard: z.boolean().optional(),
      ignoreSafeHours: z.boolean().optional(),
      playbookId: slug.optional(),
    })
    .optional(),
  defaultRepresentativeIdentity: boundedText({ max: 500 }).optional(),
}

export const SchedulingConfig = z
  .strictObject({ ...fields, representatives: z.array(SchedulingRepresentative) })
  .meta({ id: 'SchedulingConfig', examples: [{ timezone: 'Europe/Berlin', representatives: [] }] })
export type SchedulingConfig = z.infer<typeof SchedulingConfig>

// The calendar link is account state: clients may send it back, and it is ignored.
const SentRepresentative = z
  .strictObject({ ...representative, calendar: z.unknown().optional().meta({ readOnly: true }) })
  .transform(({ calendar: _, ...settings }) => settings)

export const SchedulingBody = z
  .strictObject({ ...fields, representatives: uniqueBy(z.array(SentRepresentative).max(500), 'id').optional() })
  .transform(({ representatives = [], ...config }): SchedulingConfig => ({ ...config, representatives }))
  .meta({
    id: 'SchedulingBody',
    examples: [{ timezone: 'Europe/Berlin', availableHours: [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }] }],
  })

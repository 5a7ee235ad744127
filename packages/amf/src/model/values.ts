import { httpUrl, timeZone } from '@parley/findings'
import { z } from 'zod'

/** Typed values, which the gateway formats per channel and locale. */

/**
 * Text for people to read. No maximum: the renderer splits long texts and cuts long labels instead of rejecting them.
 */
export const nonBlankText = z.string().regex(/\S/u, 'must not be empty')

/** Ids are chosen by the caller and returned in results. */
export const identifierField = z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters')

export const webAddress = httpUrl

const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

export function isIsoInstant(value: string): boolean {
  return isoInstant.test(value) && !Number.isNaN(Date.parse(value)) && isRealDay(value)
}

/** `Date.parse` reads February 31 as a day in March. */
function isRealDay(value: string): boolean {
  const day = Number(value.slice(8, 10))
  if (day <= 28) return true
  return day <= new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0)).getUTCDate()
}

export const DateTime = z
  .strictObject({
    iso: z
      .string()
      .refine(isIsoInstant, 'must be an ISO-8601 time with an offset, for example 2027-03-04T15:30:00-05:00'),
    tz: timeZone,
  })
  .meta({ examples: [{ iso: '2027-03-04T15:30:00-05:00', tz: 'America/New_York' }] })
export type DateTime = z.infer<typeof DateTime>

export const Money = z
  .strictObject({
    amount: z.string().regex(/^-?\d{1,15}(?:\.\d{1,6})?$/, 'must be a decimal number in a string, for example "19.99"'),
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter currency code, for example USD'),
  })
  .meta({ examples: [{ amount: '19.99', currency: 'USD' }] })
export type Money = z.infer<typeof Money>

export const Place = z
  .strictObject({
    name: nonBlankText.optional(),
    address: nonBlankText.optional(),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
  })
  .superRefine((place, context) => {
    const { latitude, longitude } = place
    if ((latitude === undefined) !== (longitude === undefined)) {
      const missing = latitude === undefined ? 'latitude' : 'longitude'
      context.addIssue({ code: 'custom', path: [missing], message: 'is required: coordinates come in pairs' })
    } else if (latitude === undefined && place.name === undefined && place.address === undefined) {
      context.addIssue('needs a name, an address or coordinates')
    }
  })
export type Place = z.infer<typeof Place>

export const CalendarEvent = z
  .strictObject({
    title: nonBlankText,
    start: DateTime,
    end: DateTime.optional(),
    location: z.string().optional(),
    description: z.string().optional(),
  })
  .superRefine(({ start, end }, context) => {
    if (end && Date.parse(end.iso) < Date.parse(start.iso))
      context.addIssue({ code: 'custom', path: ['end'], message: 'must not be before the start' })
  })
export type CalendarEvent = z.infer<typeof CalendarEvent>

export const phoneNumber = z
  .string()
  .regex(/^\+?(?:[ ().-]*\d){3,20}[ ().-]*$/, 'must be a telephone number, for example +12025550143')

export const Contact = z.strictObject({
  name: nonBlankText,
  phones: z.array(phoneNumber).optional(),
  emails: z.array(z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')).optional(),
  url: webAddress.optional(),
  organization: z.string().optional(),
})
export type Contact = z.infer<typeof Contact>

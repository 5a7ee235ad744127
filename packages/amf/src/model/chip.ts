import { z } from 'zod'
import { CalendarEvent, nonBlankText, Place, phoneNumber, webAddress } from './values.ts'

export const chipKinds = ['reply', 'url', 'dial', 'calendar', 'viewLocation', 'shareLocation'] as const
export type ChipKind = (typeof chipKinds)[number]

/** The field that each kind requires and no other kind may carry: an unexpected field would be dropped silently. */
const target = { url: 'url', dial: 'phone', calendar: 'event', viewLocation: 'place' } as const satisfies Partial<
  Record<ChipKind, string>
>

export const Chip = z
  .strictObject({
    label: nonBlankText,
    kind: z.enum(chipKinds).optional().meta({ description: 'default: reply' }),
    value: z.string().min(1, 'must not be empty').max(2000, 'must have at most 2000 characters').optional(),
    url: webAddress.optional(),
    phone: phoneNumber.optional(),
    event: CalendarEvent.optional(),
    place: Place.optional(),
  })
  .superRefine((chip, context) => {
    const kind = chip.kind ?? 'reply'
    for (const [owner, field] of Object.entries(target) as [
      keyof typeof target,
      (typeof target)[keyof typeof target],
    ][]) {
      if (owner === kind && chip[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: `is required on a chip of kind ${kind}` })
      if (owner !== kind && chip[field] !== undefined)
        context.addIssue({
          code: 'custom',
          path: [field],
          message: `belongs to a chip of kind ${owner}; this one is ${kind}`,
        })
    }
    if (kind !== 'reply' && chip.value !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['value'],
        message: `belongs to a chip of kind reply; this one is ${kind}`,
      })
  })
export type Chip = z.infer<typeof Chip>

import { boundedText, nameText, slug } from '@parley/findings'
import { z } from 'zod'

/** What happens to a message when a slot has no value and no default. */
export const missingSlotPolicies = ['omit-sentence', 'omit-message', 'block-send'] as const
export type MissingSlotPolicy = (typeof missingSlotPolicies)[number]

export const MessageTemplate = z
  .strictObject({
    id: slug,
    name: nameText,
    description: boundedText({ max: 1000 }).optional(),
    body: boundedText({ min: 1, max: 20_000 }),
    defaultOnMissingSlot: z.enum(missingSlotPolicies).optional(),
  })
  .meta({
    id: 'MessageTemplate',
    examples: [{ id: 'welcome', name: 'Welcome', body: 'Hello {person.firstName|there}.' }],
  })
export type MessageTemplate = z.infer<typeof MessageTemplate>

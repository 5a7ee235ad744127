import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { flowBounds } from './bounds.ts'

export const slotTypes = ['string', 'email', 'phone', 'number', 'date', 'timeslot', 'enum', 'boolean'] as const
export type SlotType = (typeof slotTypes)[number]

/** Named checks that `validate` accepts instead of a /regex/. */
export const slotPredicates = ['nonempty', 'future', 'past', 'positive', 'integer'] as const
export type SlotPredicate = (typeof slotPredicates)[number]

export function isSlotPredicate(name: string): name is SlotPredicate {
  return (slotPredicates as readonly string[]).includes(name)
}

export const slotName = boundedText({ min: 1, max: flowBounds.id })

export const FlowSlot = z
  .strictObject({
    name: slotName,
    type: z.enum(slotTypes),
    required: z.boolean().optional(),
    bind: boundedText({ min: 1, max: flowBounds.name })
      .optional()
      .meta({ description: 'A Person field such as person.email; a bound slot already on file is never asked.' }),
    options: z
      .array(boundedText({ min: 1, max: flowBounds.name }))
      .max(flowBounds.options)
      .optional(),
    source: boundedText({ min: 1, max: flowBounds.name })
      .optional()
      .meta({ description: 'Dynamic choices: a tool such as scheduling.offerTimes, things, or collection:<id>.' }),
    prompt: boundedText({ min: 1, max: flowBounds.prompt }).optional(),
    validate: boundedText({ min: 1, max: flowBounds.validate })
      .optional()
      .meta({ description: `A /regex/, or one of ${slotPredicates.join(', ')}; failing values are asked again.` }),
    confirm: z.boolean().optional().meta({ description: 'Read back once.' }),
  })
  .meta({ id: 'FlowSlot', examples: [{ name: 'email', type: 'email', bind: 'person.email' }] })
export type FlowSlot = z.infer<typeof FlowSlot>

import { boundedText } from '@parley/findings'
import { z } from 'zod'

/** What the person of a case, or the player of a persona, does in a turn. */
const fallback = boundedText({ max: 4000 }).optional().meta({ description: 'Typed when there is nothing to tap.' })

export const systemNames = ['optOut', 'optIn', 'subscribed', 'unsubscribed'] as const
const tappedActions = ['calendar', 'dial', 'url', 'viewLocation'] as const

const Says = boundedText({ min: 1, max: 4000 })
const Chip = z.strictObject({ chip: boundedText({ min: 1, max: 200 }), fallback })
const Slot = z.strictObject({ slot: z.int().min(0).max(50), fallback })
const Confirm = z.strictObject({ confirm: z.boolean(), fallback })
const System = z.strictObject({ system: z.enum(systemNames) })
const Action = z.strictObject({ action: z.enum(tappedActions), label: boundedText({ max: 200 }).optional() })
const Media = z.strictObject({
  media: z.enum(['image', 'video']),
  url: boundedText({ min: 1, max: 2000 }),
  text: boundedText({ max: 4000 }).optional(),
})
const Simulate = z.strictObject({
  simulate: z.strictObject({
    goal: boundedText({ min: 1, max: 2000 }),
    persona: boundedText({ max: 2000 }).optional(),
    knows: z
      .array(boundedText({ max: 500 }))
      .max(20)
      .optional(),
    until: boundedText({ max: 1000 }).optional(),
    maxTurns: z.int().min(1).max(20).optional(),
  }),
})

const forms = {
  chip: Chip,
  slot: Slot,
  confirm: Confirm,
  system: System,
  action: Action,
  media: Media,
  simulate: Simulate,
}

export const Directive = z.union([Says, ...Object.values(forms)]).meta({
  id: 'TurnDirective',
  examples: ['When are you open?', { chip: 'Book' }, { slot: 0 }, { confirm: true }],
})
export type Directive = z.infer<typeof Directive>

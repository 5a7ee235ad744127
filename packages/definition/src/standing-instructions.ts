import { boundedText } from '@parley/findings'
import { z } from 'zod'

/** Standing instructions apply on every turn in every playbook. */
const maxCount = 20

export const StandingInstructions = z
  .array(boundedText({ min: 1, max: 300 }))
  .superRefine((entries, context) => {
    if (entries.length > maxCount) {
      context.addIssue({ code: 'custom', path: [maxCount], message: `exceeds the limit of ${maxCount} entries` })
    }
  })
  .meta({ maxItems: maxCount })

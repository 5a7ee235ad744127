import { text } from '@parley/findings'
import { z } from 'zod'

/** Document 1: they apply on every turn in every playbook. */
const most = 20

export const StandingInstructions = z
  .array(text({ min: 1, max: 300 }))
  .superRefine((entries, context) => {
    if (entries.length > most) {
      context.addIssue({ code: 'custom', path: [most], message: `is one too many: there are at most ${most}` })
    }
  })
  .meta({ maxItems: most })

import { text } from '@parley/findings'
import { z } from 'zod'

/** Document 1: they apply on every turn in every playbook. */
export const StandingInstructions = z.array(text({ min: 1, max: 300 })).max(20)

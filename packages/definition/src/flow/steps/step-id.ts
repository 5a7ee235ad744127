import { text } from '@parley/findings'
import { bounds } from '../bounds.ts'

/** What a branch may go to. */
export const stepId = text({ min: 1, max: bounds.id }).optional()

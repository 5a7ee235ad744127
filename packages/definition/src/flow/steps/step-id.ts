import { boundedText } from '@parley/findings'
import { flowBounds } from '../bounds.ts'

/** What a branch may go to. */
export const stepId = boundedText({ min: 1, max: flowBounds.id }).optional()

import { boundedText } from '@parley/findings'
import { flowBounds } from '../bounds.ts'

/** Target id for branches. */
export const stepId = boundedText({ min: 1, max: flowBounds.id }).optional()

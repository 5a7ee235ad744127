import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { flowBounds } from '../bounds.ts'
import { createVariantSchema } from '../variant-schema.ts'
import { continuesToNext, type StepKind } from './kind.ts'
import { stepId } from './step-id.ts'

const wording = boundedText({ min: 1, max: flowBounds.text })
const maxCount = 4

const plain = wording.meta({ description: 'A text, or template:<messageTemplateId>.' })
const withChips = z.strictObject({
  text: wording,
  suggestions: z
    .array(boundedText({ min: 1, max: flowBounds.name }))
    .max(flowBounds.suggestions)
    .optional()
    .meta({ description: `1 to ${maxCount} reply chips.` }),
})

const schema = z.strictObject({
  id: stepId,
  say: createVariantSchema([plain, withChips], (value) => (typeof value === 'object' ? withChips : plain)),
})
export type SayStep = z.infer<typeof schema>

/** Sends a text or a template, optionally with reply chips, and does not wait. */
export const sayStepKind: StepKind<'say', SayStep> = {
  key: 'say',
  schema,
  exits: () => continuesToNext,
  references(step) {
    const id = getSayTemplateId(step)
    const path = typeof step.say === 'string' ? ['say'] : ['say', 'text']
    return id === undefined ? [] : [{ kind: 'template', id, path }]
  },
  lint(step) {
    const count = typeof step.say === 'string' ? undefined : step.say.suggestions?.length
    if (count === undefined || (count >= 1 && count <= maxCount)) return []
    const message = `must have 1 to ${maxCount} entries, but has ${count}`
    return [{ severity: 'error', code: 'flow.say.suggestions', path: ['say', 'suggestions'], message }]
  },
}

/** Returns the id of the message template that a step sends, or undefined if it has its own text. */
export function getSayTemplateId({ say }: SayStep): string | undefined {
  const text = typeof say === 'string' ? say : say.text
  return /^template:\s*(\S*)$/.exec(text.trim())?.[1]
}

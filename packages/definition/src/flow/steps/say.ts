import { text } from '@parley/findings'
import { z } from 'zod'
import { bounds } from '../bounds.ts'
import { formOf } from '../form.ts'
import { goesOn, type StepKind } from './kind.ts'
import { stepId } from './step-id.ts'

const wording = text({ min: 1, max: bounds.text })
const most = 4

const plain = wording.meta({ description: 'A text, or template:<messageTemplateId>.' })
const withChips = z.strictObject({
  text: wording,
  suggestions: z
    .array(text({ min: 1, max: bounds.name }))
    .max(bounds.suggestions)
    .optional()
    .meta({ description: `1 to ${most} reply chips.` }),
})

const schema = z.strictObject({
  id: stepId,
  say: formOf([plain, withChips], (value) => (typeof value === 'object' ? withChips : plain)),
})
export type SayStep = z.infer<typeof schema>

/** Says a text or a template, with or without reply chips, and does not wait. */
export const say: StepKind<'say', SayStep> = {
  key: 'say',
  schema,
  leads: () => goesOn,
  references(step) {
    const id = templateSaid(step)
    const path = typeof step.say === 'string' ? ['say'] : ['say', 'text']
    return id === undefined ? [] : [{ kind: 'template', id, path }]
  },
  lint(step) {
    const count = typeof step.say === 'string' ? undefined : step.say.suggestions?.length
    if (count === undefined || (count >= 1 && count <= most)) return []
    const message = `must have 1 to ${most} entries, and has ${count}`
    return [{ severity: 'error', code: 'flow.say.suggestions', path: ['say', 'suggestions'], message }]
  },
}

/** The message template that a step says; undefined when it says a text of its own. */
export function templateSaid({ say }: SayStep): string | undefined {
  const said = typeof say === 'string' ? say : say.text
  return /^template:\s*(\S*)$/.exec(said.trim())?.[1]
}

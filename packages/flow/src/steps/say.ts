import { getSayTemplateId, type SayStep } from '@parley/definition'
import { fillText } from '../fill.ts'
import { type FlowRun, nextStep } from '../run.ts'
import type { StepRunner } from './step.ts'

/** Never waits, not even with chips. */
export const runSayStep: StepRunner<SayStep> = (run, step) => {
  const templateId = getSayTemplateId(step)
  if (templateId === undefined) sayText(run, step)
  else run.effects.push({ kind: 'template', templateId })
  run.trace.push(templateId === undefined ? 'say' : `say template:${templateId}`)
  nextStep(run)
  return undefined
}

function sayText(run: FlowRun, { say: content }: SayStep): void {
  const text = fillText(run, typeof content === 'string' ? content : content.text)
  if (text.trim() === '') return
  const chips = typeof content === 'string' ? [] : (content.suggestions ?? []).map((chip) => fillText(run, chip).trim())
  const suggestions = [...new Set(chips.filter((chip) => chip !== ''))]
  run.effects.push({ kind: 'say', text, ...(suggestions.length > 0 && { suggestions }) })
}

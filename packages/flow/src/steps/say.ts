import { type SayStep, templateSaid } from '@parley/definition'
import { filledText } from '../fill.ts'
import { goOn, type Run } from '../run.ts'
import type { Work } from './step.ts'

/** Does not wait, with chips neither. */
export const say: Work<SayStep> = (run, step) => {
  const templateId = templateSaid(step)
  if (templateId === undefined) sayText(run, step)
  else run.effects.push({ kind: 'template', templateId })
  run.trace.push(templateId === undefined ? 'say' : `say template:${templateId}`)
  goOn(run)
  return undefined
}

function sayText(run: Run, { say: said }: SayStep): void {
  const text = filledText(run, typeof said === 'string' ? said : said.text)
  if (text.trim() === '') return
  const chips = typeof said === 'string' ? [] : (said.suggestions ?? []).map((chip) => filledText(run, chip).trim())
  const suggestions = [...new Set(chips.filter((chip) => chip !== ''))]
  run.effects.push({ kind: 'say', text, ...(suggestions.length > 0 && { suggestions }) })
}

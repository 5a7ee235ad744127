import { formatFieldPath } from '@parley/findings'
import type { AskChoice } from '../../model/parts.ts'
import type { Draft } from '../draft.ts'
import type { RenderContext } from '../render-context.ts'
import { lowerChoice } from './choice.ts'

export function lowerAskChoice(part: AskChoice, path: string, context: RenderContext): Draft[] {
  const options = part.options.map((option, at) => ({ ...option, path: formatFieldPath([`${path}.options`, at]) }))
  return lowerChoice({ ...part, intent: part.type, options, path }, context)
}

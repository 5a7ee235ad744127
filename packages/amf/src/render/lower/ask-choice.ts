import { fieldPath } from '@parley/findings'
import type { AskChoice } from '../../model/parts.ts'
import type { Draft } from '../draft.ts'
import type { Scene } from '../scene.ts'
import { lowerChoice } from './choice.ts'

export function lowerAskChoice(part: AskChoice, path: string, scene: Scene): Draft[] {
  const options = part.options.map((option, at) => ({ ...option, path: fieldPath([`${path}.options`, at]) }))
  return lowerChoice({ ...part, intent: part.type, options, path }, scene)
}

import type { Models } from '../../runtime/index.ts'
import type { Judge } from '../deps.ts'
import { judgeByModel } from './by-model.ts'
import { judgeByRule } from './by-rule.ts'

/** Document 4, section 4: with the embedded model, judging is by rule. */
export function judgeOf({ judge }: Pick<Models, 'judge'>): Judge {
  return judge.name.provider === 'embedded' ? judgeByRule(judge) : judgeByModel(judge)
}

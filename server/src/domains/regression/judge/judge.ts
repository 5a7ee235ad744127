import type { Models } from '../../runtime/index.ts'
import type { CaseJudge } from '../deps.ts'
import { createModelJudge } from './model-judge.ts'
import { createRuleJudge } from './rule-judge.ts'

/** Document 4, section 4: with the embedded model, judging is by rule. */
export function createJudge({ judge }: Pick<Models, 'judge'>): CaseJudge {
  return judge.name.provider === 'embedded' ? createRuleJudge(judge) : createModelJudge(judge)
}

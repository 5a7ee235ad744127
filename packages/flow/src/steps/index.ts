import { type FlowStep, kindOf, type StepKey } from '@parley/definition'
import type { FlowNeed } from '../engine.ts'
import { frameOf, isOver, type Run } from '../run.ts'
import { action } from './action.ts'
import { branch } from './branch.ts'
import { call } from './call.ts'
import { collect } from './collect.ts'
import { end } from './end.ts'
import { handoff } from './handoff.ts'
import { say } from './say.ts'
import type { Work } from './step.ts'

const works = { collect, say, action, branch, call, handoff, end } as Record<StepKey, Work<FlowStep>>

/** What is seen or done outside weighs more: nobody wants fifty messages, or twenty calls, for one word of theirs. */
const weights: Partial<Record<StepKey, number>> = { say: 10, action: 25 }

/** What may be done for one word of the person. */
const mostSpent = 500

/** Works on a step, unless too much was done already: then the flow is stopped. */
export function workOn(run: Run, step: FlowStep): FlowNeed | undefined {
  const { key } = kindOf(step)
  run.spent += weights[key] ?? 1
  if (run.spent <= mostSpent) return works[key](run, step)
  const { playbookId, step: at } = frameOf(run)
  run.stoppedAt = { playbookId, step: at }
  run.trace.push('over: too many steps')
  return isOver
}

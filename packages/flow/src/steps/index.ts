import { type FlowStep, getStepKind, type StepKey } from '@parley/definition'
import type { FlowRequest } from '../engine.ts'
import { type FlowRun, flowEnded, getFrame } from '../run.ts'
import { runActionStep } from './action.ts'
import { runBranchStep } from './branch.ts'
import { runCallStep } from './call.ts'
import { runCollectStep } from './collect.ts'
import { runEndStep } from './end.ts'
import { runHandoffStep } from './handoff.ts'
import { runSayStep } from './say.ts'
import type { StepRunner } from './step.ts'

const stepRunners = {
  collect: runCollectStep,
  say: runSayStep,
  action: runActionStep,
  branch: runBranchStep,
  call: runCallStep,
  handoff: runHandoffStep,
  end: runEndStep,
} as Record<StepKey, StepRunner<FlowStep>>

/** Visible or external steps weigh more: no one wants fifty messages, or twenty calls, in reply to one message. */
const stepWeights: Partial<Record<StepKey, number>> = { say: 10, action: 25 }

/** Maximum weight of the steps per message from the person. */
const maxCost = 500

/** Runs a step, unless the cost limit is reached: then stops the flow. */
export function runStep(run: FlowRun, step: FlowStep): FlowRequest | undefined {
  const { key } = getStepKind(step)
  run.spent += stepWeights[key] ?? 1
  if (run.spent <= maxCost) return stepRunners[key](run, step)
  const { playbookId, step: at } = getFrame(run)
  run.stoppedAt = { playbookId, step: at }
  run.trace.push('ended: too many steps')
  return flowEnded
}

import type { CallStep } from '@parley/definition'
import { nextStep } from '../run.ts'
import type { StepRunner } from './step.ts'

/** Maximum nesting of calls: more than anyone can follow. */
const maxDepth = 10

/** The called flow has its own slots. */
export const runCallStep: StepRunner<CallStep> = (run, step) => {
  const isPossible = run.frames.length < maxDepth && run.world.flowOf(step.call) !== undefined
  run.trace.push(isPossible ? `call ${step.call}` : `call ${step.call} skipped`)
  if (isPossible) run.frames.push({ playbookId: step.call, step: 0, slots: {} })
  else nextStep(run)
  return undefined
}

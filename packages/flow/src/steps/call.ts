import type { CallStep } from '@parley/definition'
import { goOn } from '../run.ts'
import type { Work } from './step.ts'

/** Calls inside calls: more than anybody follows. */
const deepest = 10

/** The called flow has slots of its own. */
export const call: Work<CallStep> = (run, step) => {
  const isPossible = run.frames.length < deepest && run.world.flowOf(step.call) !== undefined
  run.trace.push(isPossible ? `call ${step.call}` : `call ${step.call} left out`)
  if (isPossible) run.frames.push({ playbookId: step.call, step: 0, slots: {} })
  else goOn(run)
  return undefined
}

import { type HandoffStep, parseHandoff } from '@parley/definition'
import type { StepRunner } from './step.ts'

/** Leaves the flow and all flows that called it. */
export const runHandoffStep: StepRunner<HandoffStep> = (run, step) => {
  run.trace.push(`handoff ${step.handoff}`)
  return { kind: 'handoff', to: parseHandoff(step.handoff) }
}

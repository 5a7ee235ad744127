import { type HandoffStep, readHandoff } from '@parley/definition'
import type { Work } from './step.ts'

/** Leaves the flow, and those that called it. */
export const handoff: Work<HandoffStep> = (run, step) => {
  run.trace.push(`handoff ${step.handoff}`)
  return { kind: 'handoff', to: readHandoff(step.handoff) }
}

import type { FlowStep } from '@parley/definition'
import type { FlowNeed } from '../engine.ts'
import type { Run } from '../run.ts'

/** Works on a step, and answers what is needed before the flow goes on; nothing when it goes on at once. */
export type Work<Step extends FlowStep> = (run: Run, step: Step) => FlowNeed | undefined

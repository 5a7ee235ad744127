import type { FlowStep } from '@parley/definition'
import type { FlowRequest } from '../engine.ts'
import type { FlowRun } from '../run.ts'

/** Works on a step, and answers what is needed before the flow goes on; nothing when it goes on at once. */
export type StepRunner<Step extends FlowStep> = (run: FlowRun, step: Step) => FlowRequest | undefined

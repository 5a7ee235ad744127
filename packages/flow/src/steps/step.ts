import type { FlowStep } from '@parley/definition'
import type { FlowRequest } from '../engine.ts'
import type { FlowRun } from '../run.ts'

/** Runs a step and returns what the flow needs before it can continue; undefined if it continues at once. */
export type StepRunner<Step extends FlowStep> = (run: FlowRun, step: Step) => FlowRequest | undefined

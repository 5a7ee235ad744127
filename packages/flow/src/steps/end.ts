import { type EndStep, parseHandoff } from '@parley/definition'
import type { FlowRequest } from '../engine.ts'
import { type FlowRun, getFlow, getFrame, nextStep } from '../run.ts'
import type { StepRunner } from './step.ts'

/** Ends the flow with an outcome; a called flow then returns, unless it hands off. */
export const runEndStep: StepRunner<EndStep> = (run, { end: { outcome, handoff } }) => {
  run.effects.push({ kind: 'outcome', outcome, playbookId: getFrame(run).playbookId })
  run.trace.push(`end ${outcome}`)
  return handoff === undefined ? completeFlow(run) : { kind: 'handoff', to: parseHandoff(handoff) }
}

/** A called flow returns, whatever its `onComplete` is. */
export function completeFlow(run: FlowRun): FlowRequest | undefined {
  if (run.frames.length === 1) return { kind: 'over', how: getFlow(run)?.onComplete ?? 'return' }
  run.frames.pop()
  run.trace.push(`return to ${getFrame(run).playbookId}`)
  nextStep(run)
  return undefined
}

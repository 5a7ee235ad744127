import type { ActionStep } from '@parley/definition'
import type { FlowRequest } from '../engine.ts'
import { fillArguments } from '../fill.ts'
import { askQuestion } from '../question.ts'
import { type FlowRun, findSlot, getFrame, getStep, handoffToHuman, nextStep, updateFrame } from '../run.ts'
import { storeResult } from '../slots/store.ts'
import type { StepRunner } from './step.ts'

/** In addition to the first attempt. */
const maxRetries = 2

export const runActionStep: StepRunner<ActionStep> = (run, step) =>
  step.confirm === undefined ? requestAction(run, step) : askQuestion(run, { kind: 'confirmAction' })

export function requestAction(run: FlowRun, step: ActionStep): FlowRequest {
  updateFrame(run, { awaits: { kind: 'action' }, asked: undefined })
  run.trace.push(`action ${step.action}`)
  return { kind: 'action', tool: step.action, with: fillArguments(run, step.with ?? {}) as Record<string, unknown> }
}

/** Applies the person's decision. After a no, the flow continues as if the action had failed, without asking why. */
export function applyActionDecision(run: FlowRun, isWanted: boolean): FlowRequest | undefined {
  const step = getStep(run)
  if (!step || !('action' in step)) return undefined
  if (isWanted) return requestAction(run, step)
  run.trace.push(`${step.action} declined`)
  return continueWithResult(run, false)
}

/**
 * `retry` repeats the action, `handoff` hands off; otherwise the flow continues, and a branch may read `last.ok`. The
 * step's slot receives the result, and is empty after a failure.
 */
export function applyActionResult(run: FlowRun, ok: boolean, result?: unknown): FlowRequest | undefined {
  const step = getStep(run)
  if (!step || !('action' in step)) return undefined
  run.trace.push(`${step.action} ${ok ? 'ok' : 'failed'}`)
  if (step.slot !== undefined && findSlot(run, step.slot)) storeResult(run, step.slot, ok ? result : undefined)
  if (ok) return continueWithResult(run, true)
  const { retried = 0 } = getFrame(run)
  if (step.on_error === 'retry' && retried < maxRetries) {
    updateFrame(run, { retried: retried + 1 })
    return requestAction(run, step)
  }
  return step.on_error === 'handoff' ? handoffToHuman : continueWithResult(run, false)
}

function continueWithResult(run: FlowRun, lastOk: boolean): undefined {
  updateFrame(run, { lastOk })
  nextStep(run)
}

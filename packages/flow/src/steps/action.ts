import type { ActionStep } from '@parley/definition'
import type { FlowNeed } from '../engine.ts'
import { filledWith } from '../fill.ts'
import { ask } from '../question.ts'
import { change, frameOf, goOn, type Run, stepOf, toHuman } from '../run.ts'
import type { Work } from './step.ts'

/** Beside the first try. */
const mostRetries = 2

export const action: Work<ActionStep> = (run, step) =>
  step.confirm === undefined ? needAction(run, step) : ask(run, { kind: 'confirmAction' })

export function needAction(run: Run, step: ActionStep): FlowNeed {
  change(run, { awaits: { kind: 'action' }, asked: undefined })
  run.trace.push(`action ${step.action}`)
  return { kind: 'action', tool: step.action, with: filledWith(run, step.with ?? {}) as Record<string, unknown> }
}

/** The person said whether it is to be done. Who says no is not asked why: the flow goes on as if it had failed. */
export function decideAction(run: Run, isWanted: boolean): FlowNeed | undefined {
  const step = stepOf(run)
  if (!step || !('action' in step)) return undefined
  if (isWanted) return needAction(run, step)
  run.trace.push(`${step.action} declined`)
  return goOnWith(run, false)
}

/** `retry` tries again, `handoff` hands over; otherwise the flow goes on, and a branch may read `last.ok`. */
export function acted(run: Run, ok: boolean): FlowNeed | undefined {
  const step = stepOf(run)
  if (!step || !('action' in step)) return undefined
  run.trace.push(`${step.action} ${ok ? 'ok' : 'failed'}`)
  if (ok) return goOnWith(run, true)
  const { retried = 0 } = frameOf(run)
  if (step.on_error === 'retry' && retried < mostRetries) {
    change(run, { retried: retried + 1 })
    return needAction(run, step)
  }
  return step.on_error === 'handoff' ? toHuman : goOnWith(run, false)
}

function goOnWith(run: Run, lastOk: boolean): undefined {
  change(run, { lastOk })
  goOn(run)
}

import { type EndStep, readHandoff } from '@parley/definition'
import type { FlowNeed } from '../engine.ts'
import { flowOf, frameOf, goOn, type Run } from '../run.ts'
import type { Work } from './step.ts'

/** Ends the flow with an outcome; a called flow then returns, unless it hands off. */
export const end: Work<EndStep> = (run, { end: { outcome, handoff } }) => {
  run.effects.push({ kind: 'outcome', outcome, playbookId: frameOf(run).playbookId })
  run.trace.push(`end ${outcome}`)
  return handoff === undefined ? complete(run) : { kind: 'handoff', to: readHandoff(handoff) }
}

/** A called flow returns whatever its `onComplete` is. */
export function complete(run: Run): FlowNeed | undefined {
  if (run.frames.length === 1) return { kind: 'over', how: flowOf(run)?.onComplete ?? 'return' }
  run.frames.pop()
  run.trace.push(`return to ${frameOf(run).playbookId}`)
  goOn(run)
  return undefined
}

import type { AgentFlow } from '@parley/definition'
import type { FlowFrame, FlowRequest, FlowState, FlowWorld, PendingRequest, StepPosition } from '../engine.ts'
import { findSlotByName } from './flows.ts'
import { findLiveSlots } from './liveness.ts'

/** A Person field by path; undefined means that nothing is on file. A missing key is not decided yet. */
export type PersonValues = Readonly<Record<string, unknown>>

/** Where a conversation is, and everything that decides what can still happen. */
export type SearchState = {
  flow?: FlowState
  request: FlowRequest
  person: PersonValues
  /** The values on file that this way needs, where they differ from a new person's. */
  assumed: PersonValues
  /** The action that failed, until a branch reads `last.ok`. */
  failed?: StepPosition
  /** The last step, once the flow has ended. */
  endedAt?: StepPosition
  handovers: number
  /** The last thing the person said; a playbook that takes over reads it again. */
  text: string
}

/** Returns a key that equals that of another state exactly if both behave the same. */
export function keyOf(
  { flow, request, person, failed, endedAt, handovers }: SearchState,
  flowOf: FlowWorld['flowOf'],
): string {
  const isReply = request.kind === 'reply'
  return JSON.stringify([
    request.kind,
    flow?.frames.map((frame, at) => frameKey(frame, flowOf, at === flow.frames.length - 1)) ?? null,
    isReply ? 0 : (flow?.spent ?? 0),
    isReply ? 0 : handovers,
    person,
    failed ? [failed.playbookId, failed.step] : null,
    endedAt ? [endedAt.playbookId, endedAt.step] : null,
  ])
}

function frameKey(frame: FlowFrame, flowOf: FlowWorld['flowOf'], isInnermost: boolean): unknown[] {
  const { playbookId, step, slots, results = {}, skipped = [], lastOk = null, awaits, retried = 0 } = frame
  const flow = flowOf(playbookId)
  // A flow that called another one continues after the call.
  const live = flow && findLiveSlots(flow)[isInnermost ? step : step + 1]
  const kept = [...(live?.presence ?? [])].sort().map((name) => {
    if (Object.hasOwn(slots, name)) return live?.values.has(name) ? slots[name] : '+'
    if (Object.hasOwn(results, name)) return live?.values.has(name) ? results[name] : '+'
    return skipped.includes(name) ? '-' : 0
  })
  return [playbookId, step, kept, lastOk, flow && awaits ? pendingKey(awaits, frame, flow) : 0, retried]
}

/** How often a required question was asked changes only the wording. */
function pendingKey(awaits: PendingRequest, { asked = 0 }: FlowFrame, flow: AgentFlow): unknown {
  if (awaits.kind === 'slot') {
    const isOptional = findSlotByName(flow, awaits.slot)?.required === false
    return [awaits.kind, awaits.slot, isOptional ? asked : 0]
  }
  if (awaits.kind === 'confirmSlot') return [awaits.kind, awaits.slot, awaits.value]
  return [awaits.kind]
}

import { type AgentFlow, type FlowStep, getStepKind, memoize } from '@parley/definition'
import type { FlowFrame, FlowRequest, FlowState, FlowWorld, PendingRequest, StepPosition } from '../engine.ts'
import { atomsByOperand } from './atoms.ts'
import { findSlotByName } from './flows.ts'

/** What the steps from one on may still read: the values of these slots, and whether these slots have one. */
export type LiveSlots = { values: ReadonlySet<string>; presence: ReadonlySet<string> }

const placeholder = /\{\s*([^{}\s|]+)/g

/**
 * Returns the live slots of each step. Two states that differ only in other slots behave the same, which keeps the
 * search small: thirty yes-or-no questions have a billion answers, and each answer matters only up to its branch.
 */
const findLiveSlots = memoize((flow: AgentFlow): readonly LiveSlots[] => {
  const after = listSuccessors(flow)
  const uses = flow.steps.map((step) => listUses(flow, step))
  return flow.steps.map((_, at): LiveSlots => {
    const seen = new Set([at])
    for (const step of seen) for (const next of after[step] ?? []) seen.add(next)
    const reached = [...seen].flatMap((step) => uses[step] ?? [])
    return {
      values: new Set(reached.flatMap(({ name, isValue }) => (isValue ? name : []))),
      presence: new Set(reached.map(({ name }) => name)),
    }
  })
})

type SlotUse = { name: string; isValue: boolean }

function listUses(flow: AgentFlow, step: FlowStep): SlotUse[] {
  if ('branch' in step)
    return [...atomsByOperand({ ...flow, steps: [step] }).keys()].map((operand) => use(rootSlot(flow, operand), true))
  const texts = JSON.stringify(step)
  const collected = 'collect' in step ? [step.collect].flat() : []
  const prompts = flow.slots.filter(({ name }) => collected.includes(name)).map(({ prompt = '' }) => prompt)
  const read = [texts, ...prompts].flatMap((text) => [...text.matchAll(placeholder)].map(([, name = '']) => name))
  return [...collected, ...read.map((name) => rootSlot(flow, name))].map((name) => use(name, false))
}

const use = (name: string, isValue: boolean): SlotUse => ({ name, isValue })

/** The slot of an operand or placeholder, which may be a field of it. */
function rootSlot({ slots }: AgentFlow, name: string): string {
  return slots.some((slot) => slot.name === name) ? name : (name.split('.')[0] ?? name)
}

const listSuccessors = memoize((flow: AgentFlow): number[][] => {
  const indexes = new Map(
    flow.steps
      .toReversed()
      .flatMap(({ id }, at) => (id === undefined ? [] : [[id, flow.steps.length - 1 - at] as const])),
  )
  return flow.steps.map((step, at) => {
    const { on, to } = getStepKind(step).exits(step)
    return [...(on ? [at + 1] : []), ...to.flatMap((id) => indexes.get(id) ?? [])]
  })
})

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
    flow && locationKey(flow, flowOf),
  ])
}

/** Which location was chosen matters only where a condition reads one of its fields. */
function locationKey({ frames, locationId }: FlowState, flowOf: FlowWorld['flowOf']): unknown {
  if (locationId === undefined) return 0
  const isRead = frames.some(({ playbookId }) => {
    const flow = flowOf(playbookId)
    return (
      flow &&
      atomsByOperand(flow)
        .keys()
        .some((operand) => operand.startsWith('location.'))
    )
  })
  return isRead ? locationId : '+'
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

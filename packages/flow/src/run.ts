import { type AgentFlow, type FlowSlot, memoize } from '@parley/definition'
import type {
  AdvanceResult,
  FlowEffect,
  FlowFrame,
  FlowRequest,
  FlowWorld,
  PendingRequest,
  SlotValue,
  StepPosition,
} from './engine.ts'

/** State of one `advance` call. Frames belong to the caller, so they are replaced, never changed in place. */
export type FlowRun = {
  world: FlowWorld
  frames: FlowFrame[]
  effects: FlowEffect[]
  trace: string[]
  passed: NonNullable<AdvanceResult['passed']>
  spent: number
  learnt: Record<string, SlotValue>
  /** The location chosen in the flow; without one, that of the world applies. */
  locationId?: string
  stoppedAt?: AdvanceResult['stoppedAt']
}

export const flowEnded: FlowRequest = { kind: 'over', how: 'return' }
export const handoffToHuman: FlowRequest = { kind: 'handoff', to: { to: 'human' } }

/** Returns the innermost frame; a run always has one. */
export function getFrame(run: FlowRun): FlowFrame {
  return run.frames.at(-1) as FlowFrame
}

export function getPosition(run: FlowRun): StepPosition {
  const { playbookId, step } = getFrame(run)
  return { playbookId, step }
}

/** Reports a read of a slot without a value; `name` may be a field of it, and names that are no slots are ignored. */
export function reportMissingSlot(run: FlowRun, name: string): void {
  const { observer } = run.world
  if (!observer?.readMissingSlot) return
  const slot = findSlot(run, name) ?? findSlot(run, name.split('.')[0] ?? '')
  const { slots, results = {} } = getFrame(run)
  if (!slot || Object.hasOwn(slots, slot.name) || Object.hasOwn(results, slot.name)) return
  observer.readMissingSlot(getPosition(run), slot.name)
}

/** Undefined clears a field. */
export function updateFrame(run: FlowRun, changes: { [K in keyof FlowFrame]?: FlowFrame[K] | undefined }): void {
  const before = getFrame(run)
  const next: Record<string, unknown> = {}
  for (const key of frameKeys) {
    const value = key in changes ? changes[key] : before[key]
    if (value !== undefined) next[key] = value
  }
  run.frames[run.frames.length - 1] = next as FlowFrame
}

/** Fixed key order: objects of one shape are faster than objects with deleted keys. */
const frameKeys = Object.keys({
  playbookId: true,
  step: true,
  slots: true,
  labels: true,
  results: true,
  skipped: true,
  lastOk: true,
  awaits: true,
  asked: true,
  retried: true,
} satisfies Record<keyof FlowFrame, true>) as (keyof FlowFrame)[]

export function goToStep(run: FlowRun, step: number): void {
  updateFrame(run, { step, awaits: undefined, asked: undefined, retried: undefined })
}

export function nextStep(run: FlowRun): void {
  goToStep(run, getFrame(run).step + 1)
}

export function setPending(run: FlowRun, awaited: PendingRequest | undefined): void {
  updateFrame(run, { awaits: awaited })
}

export function getFlow(run: FlowRun): AgentFlow | undefined {
  return run.world.flowOf(getFrame(run).playbookId)
}

export function getStep(run: FlowRun): AgentFlow['steps'][number] | undefined {
  return getFlow(run)?.steps[getFrame(run).step]
}

export function findSlot(run: FlowRun, name: string): FlowSlot | undefined {
  const flow = getFlow(run)
  return flow && indexSlots(flow).get(name)
}

/** The first slot of a name wins. */
const indexSlots = memoize(({ slots }: AgentFlow) => new Map(slots.toReversed().map((slot) => [slot.name, slot])))

/** Ends the flow because it was edited meanwhile and no longer has what it was waiting for. */
export function endBecauseMissing(run: FlowRun, what: string): FlowRequest {
  run.trace.push(`ended: ${what} no longer exists`)
  return flowEnded
}

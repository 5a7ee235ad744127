import { type AgentFlow, type FlowSlot, remembered } from '@parley/definition'
import type { Advanced, Awaited, FlowEffect, FlowFrame, FlowNeed, FlowWorld, SlotValue } from './engine.ts'

/** One advance while it is under way. Frames are replaced, never changed in place: they are the caller's. */
export type Run = {
  world: FlowWorld
  frames: FlowFrame[]
  effects: FlowEffect[]
  trace: string[]
  passed: NonNullable<Advanced['passed']>
  spent: number
  learnt: Record<string, SlotValue>
  stoppedAt?: Advanced['stoppedAt']
}

export const isOver: FlowNeed = { kind: 'over', how: 'return' }
export const toHuman: FlowNeed = { kind: 'handoff', to: { to: 'human' } }

/** The innermost frame: a run always has one. */
export function frameOf(run: Run): FlowFrame {
  return run.frames.at(-1) as FlowFrame
}

/** Undefined clears. */
export function change(run: Run, changes: { [K in keyof FlowFrame]?: FlowFrame[K] | undefined }): void {
  const before = frameOf(run)
  const next: Record<string, unknown> = {}
  for (const key of frameKeys) {
    const value = key in changes ? changes[key] : before[key]
    if (value !== undefined) next[key] = value
  }
  run.frames[run.frames.length - 1] = next as FlowFrame
}

/** Always in this order: objects of one shape are quicker than such as had keys deleted. */
const frameKeys = Object.keys({
  playbookId: true,
  step: true,
  slots: true,
  labels: true,
  skipped: true,
  lastOk: true,
  awaits: true,
  asked: true,
  retried: true,
} satisfies Record<keyof FlowFrame, true>) as (keyof FlowFrame)[]

export function goTo(run: Run, step: number): void {
  change(run, { step, awaits: undefined, asked: undefined, retried: undefined })
}

export function goOn(run: Run): void {
  goTo(run, frameOf(run).step + 1)
}

export function awaits(run: Run, awaited: Awaited | undefined): void {
  change(run, { awaits: awaited })
}

export function flowOf(run: Run): AgentFlow | undefined {
  return run.world.flowOf(frameOf(run).playbookId)
}

export function stepOf(run: Run): AgentFlow['steps'][number] | undefined {
  return flowOf(run)?.steps[frameOf(run).step]
}

export function slotNamed(run: Run, name: string): FlowSlot | undefined {
  const flow = flowOf(run)
  return flow && slotsOf(flow).get(name)
}

/** The first of a name counts. */
const slotsOf = remembered(({ slots }: AgentFlow) => new Map(slots.toReversed().map((slot) => [slot.name, slot])))

/** The flow was edited while somebody was in it, and what it waited for is no more. */
export function gone(run: Run, what: string): FlowNeed {
  run.trace.push(`over: ${what} is gone`)
  return isOver
}

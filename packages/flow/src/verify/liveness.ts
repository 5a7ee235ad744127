import { type AgentFlow, type FlowStep, getStepKind, memoize } from '@parley/definition'
import { atomsByOperand } from './atoms.ts'

/** What the steps from one on may still read: the values of these slots, and whether these slots have one. */
export type LiveSlots = { values: ReadonlySet<string>; presence: ReadonlySet<string> }

const placeholder = /\{\s*([^{}\s|]+)/g

/**
 * Returns the live slots of each step. Two states that differ only in other slots behave the same, which keeps the
 * search small: thirty yes-or-no questions have a billion answers, and each answer matters only up to its branch.
 */
export const findLiveSlots = memoize((flow: AgentFlow): readonly LiveSlots[] => {
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

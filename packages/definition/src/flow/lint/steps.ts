import { type Fault, under } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import { kindOf } from '../steps/index.ts'
import type { StepSurroundings } from '../steps/kind.ts'
import type { FlowSurroundings } from '../surroundings.ts'

/** Each step by the rules of its kind. */
export function lintSteps({ slots, steps }: AgentFlow, around: FlowSurroundings): Fault[] {
  const within: StepSurroundings = {
    slots: new Set(slots.map(({ name }) => name)),
    stepIds: new Set(steps.flatMap(({ id }) => id ?? [])),
    around,
  }
  return steps.flatMap((step, at) => under(['steps', at], kindOf(step).lint?.(step, within) ?? []))
}

import { type FlowFault, prefixFaultPaths } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import type { FlowLintScope } from '../lint-scope.ts'
import { getStepKind } from '../steps/index.ts'
import type { StepLintScope } from '../steps/kind.ts'

export function lintSteps({ slots, steps }: AgentFlow, scope: FlowLintScope): FlowFault[] {
  const within: StepLintScope = {
    slots: new Set(slots.map(({ name }) => name)),
    stepIds: new Set(steps.flatMap(({ id }) => id ?? [])),
    around: scope,
  }
  return steps.flatMap((step, at) => prefixFaultPaths(['steps', at], getStepKind(step).lint?.(step, within) ?? []))
}

import {
  type AgentFlow,
  type BranchStep,
  type Condition,
  evaluateCondition,
  memoize,
  parseCondition,
} from '@parley/definition'
import { type FlowRun, getFlow, getFrame, goToStep, nextStep } from '../run.ts'
import { clearSlots } from '../slots/store.ts'
import { readNamedValue } from '../slots/values.ts'
import type { StepRunner } from './step.ts'

/** Goes to the first case whose condition is true, else to `else`, else to the next step. */
export const runBranchStep: StepRunner<BranchStep> = (run, step) => {
  const held = (operand: string) => readNamedValue(run, operand)
  const target =
    parseCases(step).find(({ condition }) => condition && evaluateCondition(condition, held))?.goto ?? step.else
  run.trace.push(`branch → ${target ?? 'next'}`)
  if (target === undefined) nextStep(run)
  else jump(run, target)
  return undefined
}

type Case = { goto: string; condition?: Condition }

/** A condition that cannot be parsed is always false. */
const parseCases = memoize((step: BranchStep): Case[] =>
  step.branch.map(({ if: source, goto }) => {
    const parsed = parseCondition(source)
    return parsed.ok ? { goto, condition: parsed.condition } : { goto }
  }),
)

/** A missing target leaves the flow. After a jump back, the slots collected on the way are asked again. */
function jump(run: FlowRun, id: string): void {
  const flow = getFlow(run)
  if (!flow) return
  const { step: from } = getFrame(run)
  const found = flow.steps.findIndex((step) => step.id === id)
  const to = found < 0 ? flow.steps.length : found
  if (to <= from) clearSlots(run, collectedBetween(flow, to, from))
  goToStep(run, to)
}

function collectedBetween({ steps }: AgentFlow, from: number, to: number): ReadonlySet<string> {
  return new Set(steps.slice(from, to + 1).flatMap((step) => ('collect' in step ? step.collect : [])))
}

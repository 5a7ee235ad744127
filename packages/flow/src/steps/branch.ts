import {
  type AgentFlow,
  type BranchStep,
  type Condition,
  evaluateCondition,
  memoize,
  type OperandForm,
  parseCondition,
} from '@parley/definition'
import {
  type FlowRun,
  findSlot,
  getFlow,
  getFrame,
  getPosition,
  goToStep,
  nextStep,
  reportMissingSlot,
} from '../run.ts'
import { clearSlots } from '../slots/store.ts'
import { readNamedValue } from '../slots/values.ts'
import type { StepRunner } from './step.ts'

/** Goes to the first case whose condition is true, else to `else`, else to the next step. */
export const runBranchStep: StepRunner<BranchStep> = (run, step) => {
  const held = (operand: string, form: OperandForm) => readOperand(run, operand, form)
  const cases = parseCases(step)
  const chosen = cases.findIndex(({ condition }) => condition && evaluateCondition(condition, held))
  run.world.observer?.chooseCase?.(getPosition(run), chosen < 0 ? undefined : chosen)
  const target = cases[chosen]?.goto ?? step.else
  run.trace.push(`branch → ${target ?? 'next'}`)
  if (target === undefined) nextStep(run)
  else jump(run, target)
  return undefined
}

/** `exists`, and a lone operand that is not a yes-or-no slot, ask whether there is a value; all others need one. */
function readOperand(run: FlowRun, operand: string, form: OperandForm): unknown {
  const value = readNamedValue(run, operand)
  if (operand === 'last.ok') run.world.observer?.readLastOk?.(getPosition(run))
  const asksForValue = form === 'exists' || (form === 'holds' && findSlot(run, operand)?.type !== 'boolean')
  if (value === undefined && !asksForValue) reportMissingSlot(run, operand)
  return value
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

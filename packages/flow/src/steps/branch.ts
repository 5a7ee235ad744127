import {
  type AgentFlow,
  type BranchStep,
  type Condition,
  evaluate,
  parseCondition,
  remembered,
} from '@parley/definition'
import { flowOf, frameOf, goOn, goTo, type Run } from '../run.ts'
import { heldBy } from '../slots/held.ts'
import { forget } from '../slots/keep.ts'
import type { Work } from './step.ts'

/** Goes to the first case whose condition holds, else to `else`, else on. */
export const branch: Work<BranchStep> = (run, step) => {
  const held = (operand: string) => heldBy(run, operand)
  const target = casesOf(step).find(({ condition }) => condition && evaluate(condition, held))?.goto ?? step.else
  run.trace.push(`branch → ${target ?? 'next'}`)
  if (target === undefined) goOn(run)
  else jump(run, target)
  return undefined
}

type Case = { goto: string; condition?: Condition }

/** A condition that cannot be read never holds. */
const casesOf = remembered((step: BranchStep): Case[] =>
  step.branch.map(({ if: source, goto }) => {
    const parsed = parseCondition(source)
    return parsed.ok ? { goto, condition: parsed.condition } : { goto }
  }),
)

/** A target that does not exist leads out. Who is led back is asked anew what was asked on the way. */
function jump(run: Run, id: string): void {
  const flow = flowOf(run)
  if (!flow) return
  const { step: from } = frameOf(run)
  const found = flow.steps.findIndex((step) => step.id === id)
  const to = found < 0 ? flow.steps.length : found
  if (to <= from) forget(run, collectedBetween(flow, to, from))
  goTo(run, to)
}

function collectedBetween({ steps }: AgentFlow, from: number, to: number): ReadonlySet<string> {
  return new Set(steps.slice(from, to + 1).flatMap((step) => ('collect' in step ? step.collect : [])))
}

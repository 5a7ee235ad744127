import { boundedText, type PathSegment } from '@parley/findings'
import { z } from 'zod'
import { isLocationField } from '../../locations/values.ts'
import { flowBounds } from '../bounds.ts'
import { listOperands } from '../condition/condition.ts'
import { parseCondition } from '../condition/parse.ts'
import type { FlowFault } from '../fault.ts'
import { parsePersonPath, readablePersonFields } from '../vocabulary.ts'
import type { StepKind, StepLintScope, StepReference } from './kind.ts'
import { stepId } from './step-id.ts'

const target = boundedText({ min: 1, max: flowBounds.id })
const Case = z.strictObject({ if: boundedText({ min: 1, max: flowBounds.condition }), goto: target })

const schema = z.strictObject({
  id: stepId,
  branch: z.array(Case).min(1).max(flowBounds.cases),
  else: target.optional(),
})
export type BranchStep = z.infer<typeof schema>

/** Goes to the first case whose condition is true, else to `else`, else to the next step. */
export const branchStepKind: StepKind<'branch', BranchStep> = {
  key: 'branch',
  schema,
  exits(step) {
    const to = step.branch.map((one) => one.goto)
    return step.else === undefined ? { on: true, to, out: false } : { on: false, to: [...to, step.else], out: false }
  },
  references: (step) =>
    step.branch.flatMap((one, at) =>
      parseOperands(one.if).flatMap((operand): StepReference[] => {
        const person = parsePersonPath(operand)
        if (person?.kind !== 'custom') return []
        return [{ kind: 'peopleField', id: person.key, path: ['branch', at, 'if'] }]
      }),
    ),
  mentions: (step) =>
    step.branch.flatMap((one) => parseOperands(one.if).flatMap((operand) => [operand, operand.split('.')[0] ?? ''])),
  lint(step, within) {
    const cases = step.branch.flatMap((one, at) => [
      ...lintCondition(one.if, ['branch', at, 'if'], within),
      ...lintTarget(one.goto, ['branch', at, 'goto'], within),
    ])
    return step.else === undefined ? cases : [...cases, ...lintTarget(step.else, ['else'], within)]
  },
}

function parseOperands(source: string): string[] {
  const parsed = parseCondition(source)
  return parsed.ok ? listOperands(parsed.condition) : []
}

function lintTarget(id: string, path: PathSegment[], { stepIds }: StepLintScope): FlowFault[] {
  if (stepIds.has(id)) return []
  return [{ severity: 'error', code: 'flow.goto.unknown', path, message: `goes to “${id}”, but no step has that id` }]
}

function lintCondition(source: string, path: PathSegment[], within: StepLintScope): FlowFault[] {
  const parsed = parseCondition(source)
  if (parsed.ok) return listOperands(parsed.condition).flatMap((operand) => lintOperand(operand, path, within))
  const message = `cannot be parsed at column ${parsed.column}: ${parsed.message}`
  return [{ severity: 'error', code: 'flow.condition.invalid', path, message }]
}

function lintOperand(operand: string, path: PathSegment[], { slots }: StepLintScope): FlowFault[] {
  if (slots.has(operand) || operand === 'last.ok') return []
  const isFieldOfSlot = !/^(?:person|last)\./.test(operand) && slots.has(operand.split('.')[0] ?? '')
  if (isFieldOfSlot) return []
  if (operand.startsWith('location.') && isLocationField(operand.slice('location.'.length))) return []
  const person = parsePersonPath(operand)
  if (!person) {
    const message = `refers to “${operand}”, which is not a slot, a Person field or last.ok`
    return [{ severity: 'error', code: 'flow.slot.unknown', path, message }]
  }
  // A custom field is a reference, and is reported with the references.
  if (person.kind === 'custom' || (readablePersonFields as readonly string[]).includes(person.field)) return []
  const message = `reads “${operand}”, which is not a known Person field`
  return [{ severity: 'warning', code: 'flow.field.unknown', path, message }]
}

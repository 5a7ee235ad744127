import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { flowBounds } from '../bounds.ts'
import { parseHandoff } from '../handoff.ts'
import { leavesFlow, type StepKind, type StepReference } from './kind.ts'
import { stepId } from './step-id.ts'

export const handoffTarget = boundedText({ min: 1, max: flowBounds.name }).meta({
  description: 'human, playbook:<id>, or a playbook id.',
})

const schema = z.strictObject({ id: stepId, handoff: handoffTarget })
export type HandoffStep = z.infer<typeof schema>

/** Leaves the flow for a human or another playbook. */
export const handoffStepKind: StepKind<'handoff', HandoffStep> = {
  key: 'handoff',
  schema,
  exits: () => leavesFlow,
  references: (step) => listHandoffReferences(step.handoff, ['handoff']),
}

export function listHandoffReferences(target: string, path: StepReference['path']): StepReference[] {
  const read = parseHandoff(target)
  return read.to === 'human' ? [] : [{ kind: 'playbook', id: read.id, path }]
}

import { text } from '@parley/findings'
import { z } from 'zod'
import { bounds } from '../bounds.ts'
import { readHandoff } from '../handoff.ts'
import { goesOut, type Reference, type StepKind } from './kind.ts'
import { stepId } from './step-id.ts'

export const handoffTarget = text({ min: 1, max: bounds.name }).meta({
  description: 'human, playbook:<id>, or a playbook id.',
})

const schema = z.strictObject({ id: stepId, handoff: handoffTarget })
export type HandoffStep = z.infer<typeof schema>

/** Leaves the flow for a human or another playbook. */
export const handoff: StepKind<'handoff', HandoffStep> = {
  key: 'handoff',
  schema,
  leads: () => goesOut,
  references: (step) => handoffReferences(step.handoff, ['handoff']),
}

export function handoffReferences(target: string, path: Reference['path']): Reference[] {
  const read = readHandoff(target)
  return read.to === 'human' ? [] : [{ kind: 'playbook', id: read.id, path }]
}

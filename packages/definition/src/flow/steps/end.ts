import { text } from '@parley/findings'
import { z } from 'zod'
import { bounds } from '../bounds.ts'
import { handoffReferences, handoffTarget } from './handoff.ts'
import { goesOut, type StepKind } from './kind.ts'
import { stepId } from './step-id.ts'

const schema = z.strictObject({
  id: stepId,
  end: z.strictObject({ outcome: text({ min: 1, max: bounds.name }), handoff: handoffTarget.optional() }),
})
export type EndStep = z.infer<typeof schema>

/** Ends the flow with an outcome, and may hand off. */
export const end: StepKind<'end', EndStep> = {
  key: 'end',
  schema,
  leads: () => goesOut,
  references: ({ end: { handoff } }) => (handoff === undefined ? [] : handoffReferences(handoff, ['end', 'handoff'])),
}

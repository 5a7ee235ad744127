import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { flowBounds } from '../bounds.ts'
import { handoffTarget, listHandoffReferences } from './handoff.ts'
import { leavesFlow, type StepKind } from './kind.ts'
import { stepId } from './step-id.ts'

const schema = z.strictObject({
  id: stepId,
  end: z.strictObject({ outcome: boundedText({ min: 1, max: flowBounds.name }), handoff: handoffTarget.optional() }),
})
export type EndStep = z.infer<typeof schema>

/** Ends the flow with an outcome, optionally with a handoff. */
export const endStepKind: StepKind<'end', EndStep> = {
  key: 'end',
  schema,
  exits: () => leavesFlow,
  references: ({ end: { handoff } }) =>
    handoff === undefined ? [] : listHandoffReferences(handoff, ['end', 'handoff']),
}

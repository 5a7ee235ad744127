import { z } from 'zod'
import { flowBounds } from '../bounds.ts'
import { createVariantSchema } from '../variant-schema.ts'
import { slotName } from '../vocabulary.ts'
import { continuesToNext, type StepKind } from './kind.ts'
import { stepId } from './step-id.ts'

const several = z.array(slotName).min(1).max(flowBounds.slots)

const schema = z.strictObject({
  id: stepId,
  collect: createVariantSchema([slotName, several], (value) => (Array.isArray(value) ? several : slotName)),
})
export type CollectStep = z.infer<typeof schema>

/** Asks for slots until each is filled. */
export const collectStepKind: StepKind<'collect', CollectStep> = {
  key: 'collect',
  schema,
  exits: () => continuesToNext,
  mentions: (step) => [step.collect].flat(),
  lint(step, { slots }) {
    return [step.collect].flat().flatMap((name, at) => {
      if (slots.has(name)) return []
      const path = Array.isArray(step.collect) ? ['collect', at] : ['collect']
      return [
        {
          severity: 'error',
          code: 'flow.slot.unknown',
          path,
          message: `refers to the slot “${name}”, which the flow does not have`,
        },
      ]
    })
  },
}

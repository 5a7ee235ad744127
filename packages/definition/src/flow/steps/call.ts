import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { flowBounds } from '../bounds.ts'
import { continuesToNext, type StepKind } from './kind.ts'
import { stepId } from './step-id.ts'

const schema = z.strictObject({ id: stepId, call: boundedText({ min: 1, max: flowBounds.name }) })
export type CallStep = z.infer<typeof schema>

/** Runs the flow of another playbook, then returns. lint/calls.ts checks that calls terminate. */
export const callStepKind: StepKind<'call', CallStep> = {
  key: 'call',
  schema,
  exits: () => continuesToNext,
  references: (step) => [{ kind: 'playbook', id: step.call, path: ['call'] }],
  lint(step, { around: scope }) {
    const isCurrent = step.call === scope.playbookId
    if (isCurrent || !scope.knows.playbook(step.call) || scope.flowOf(step.call)) return []
    const message = `calls the playbook “${step.call}”, which has no flow, so nothing happens`
    return [{ severity: 'warning', code: 'flow.call.no-flow', path: ['call'], message }]
  },
}

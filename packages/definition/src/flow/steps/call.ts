import { text } from '@parley/findings'
import { z } from 'zod'
import { bounds } from '../bounds.ts'
import { goesOn, type StepKind } from './kind.ts'
import { stepId } from './step-id.ts'

const schema = z.strictObject({ id: stepId, call: text({ min: 1, max: bounds.name }) })
export type CallStep = z.infer<typeof schema>

/** Runs the flow of another playbook, then returns. Whether the calls come to an end is asked in lint/calls.ts. */
export const call: StepKind<'call', CallStep> = {
  key: 'call',
  schema,
  leads: () => goesOn,
  references: (step) => [{ kind: 'playbook', id: step.call, path: ['call'] }],
  lint(step, { around }) {
    const isCurrent = step.call === around.playbookId
    if (isCurrent || !around.knows.playbook(step.call) || around.flowOf(step.call)) return []
    const message = `calls the playbook “${step.call}”, which has no flow, so that nothing happens`
    return [{ severity: 'warning', code: 'flow.call.no-flow', path: ['call'], message }]
  },
}

import { text } from '@parley/findings'
import { z } from 'zod'
import { bounds } from '../bounds.ts'
import type { Fault } from '../fault.ts'
import { capabilityOf, capabilityTools, readTool, toolNames } from '../tools.ts'
import { goesOn, type StepKind } from './kind.ts'
import { stepId } from './step-id.ts'
import { stringsIn } from './strings.ts'

export const actionFailures = ['retry', 'handoff', 'branch'] as const

const schema = z.strictObject({
  id: stepId,
  action: text({ min: 1, max: bounds.name }).meta({
    description: `One of ${toolNames.join(', ')}, or integration:<id>.call.`,
  }),
  with: z.record(z.string(), z.unknown()).optional(),
  confirm: text({ min: 1, max: bounds.prompt }).optional(),
  on_error: z.enum(actionFailures).optional(),
})
export type ActionStep = z.infer<typeof schema>

/** Calls a tool of one of the playbook's capabilities. */
export const action: StepKind<'action', ActionStep> = {
  key: 'action',
  schema,
  leads: (step) => ({ ...goesOn, out: step.on_error === 'handoff' }),
  references(step) {
    const tool = readTool(step.action)
    return tool?.kind === 'integration' ? [{ kind: 'integration', id: tool.id, path: ['action'] }] : []
  },
  mentions: (step) => stringsIn(step.with).flatMap((written) => written.match(/[\p{L}\p{N}_-]+/gu) ?? []),
  lint(step, { around }) {
    const fault = { severity: 'error', path: ['action'] } as const
    const tool = readTool(step.action)
    if (!tool) return [{ ...fault, code: 'flow.action.unknown', message: unknownTool(step.action) }]
    const capability = capabilityOf(tool)
    const isCovered = capability === undefined || around.uses.includes(capability)
    if (isCovered || (tool.kind === 'integration' && !around.knows.integration(tool.id))) return []
    const message = `needs “${capability}”, which is not among the uses of the playbook`
    return [{ ...fault, code: 'flow.action.capability.missing', message } satisfies Fault]
  },
}

function unknownTool(name: string): string {
  const capability = name.slice(0, Math.max(0, name.indexOf('.')))
  const known = capability.startsWith('integration:')
    ? [`${capability}.call`]
    : Object.hasOwn(capabilityTools, capability)
      ? toolNames.filter((tool) => tool.startsWith(`${capability}.`))
      : [...toolNames, 'integration:<id>.call']
  return `names the tool “${name}”, which does not exist; there is ${known.join(', ')}`
}

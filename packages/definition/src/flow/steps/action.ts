import { boundedText } from '@parley/findings'
import { z } from 'zod'
import { flowBounds } from '../bounds.ts'
import type { FlowFault } from '../fault.ts'
import { capabilityTools, getCapability, parseFlowTool, slotName, toolNames } from '../vocabulary.ts'
import { continuesToNext, type StepKind, type StepLintScope } from './kind.ts'
import { stepId } from './step-id.ts'

export const actionFailures = ['retry', 'handoff', 'branch'] as const

const schema = z.strictObject({
  id: stepId,
  action: boundedText({ min: 1, max: flowBounds.name }).meta({
    description: `One of ${toolNames.join(', ')}, tool:<toolId>.call, integration:<id>.call, or integration:<id>.<tool>.`,
  }),
  with: z.record(z.string(), z.unknown()).optional(),
  slot: slotName.optional().meta({
    description: 'A declared slot that receives the result; {slot} prints it, and {slot.a.b} a field of it.',
  }),
  confirm: boundedText({ min: 1, max: flowBounds.prompt }).optional(),
  on_error: z.enum(actionFailures).optional(),
})
export type ActionStep = z.infer<typeof schema>

/** Calls a tool of one of the playbook's capabilities, or a tool of the catalog that is bound. */
export const actionStepKind: StepKind<'action', ActionStep> = {
  key: 'action',
  schema,
  exits: (step) => ({ ...continuesToNext, out: step.on_error === 'handoff' }),
  references(step) {
    const tool = parseFlowTool(step.action)
    if (tool?.kind === 'integration') return [{ kind: 'integration', id: tool.id, path: ['action'] }]
    const { locationId } = step.with ?? {}
    const isLiteral = typeof locationId === 'string' && locationId !== '' && !locationId.includes('{')
    if (tool?.kind !== 'tool' || tool.capability !== 'scheduling' || !isLiteral) return []
    return [{ kind: 'location', id: locationId, path: ['with', 'locationId'] }]
  },
  mentions: (step) => [
    ...(step.slot === undefined ? [] : [step.slot]),
    ...collectStrings(step.with).flatMap((written) => written.match(/[\p{L}\p{N}_-]+/gu) ?? []),
  ],
  lint: (step, within) => [...lintTool(step, within), ...lintSlot(step, within)],
}

function lintSlot({ slot }: ActionStep, { slots }: StepLintScope): FlowFault[] {
  if (slot === undefined || slots.has(slot)) return []
  const message = `refers to the slot “${slot}”, which the flow does not have`
  return [{ severity: 'error', code: 'flow.slot.unknown', path: ['slot'], message }]
}

function lintTool(step: ActionStep, { around: scope }: StepLintScope): FlowFault[] {
  const fault = { severity: 'error', path: ['action'] } as const
  const tool = parseFlowTool(step.action)
  if (!tool) return [{ ...fault, code: 'flow.action.unknown', message: unknownTool(step.action) }]
  const capability = getCapability(tool)
  // `lintReferences` reports an integration that does not exist.
  if (tool.kind === 'integration' && !scope.knows.integration(tool.id)) return []
  const toolFaults = tool.kind === 'integration' ? lintIntegrationTool(step.action, tool, scope) : []
  if (capability === undefined || scope.uses.includes(capability)) return toolFaults
  const message = `needs “${capability}”, which is not among the uses of the playbook`
  return [...toolFaults, { ...fault, code: 'flow.action.capability.missing', message } satisfies FlowFault]
}

function lintIntegrationTool(
  action: string,
  { id, tool }: { id: string; tool: string },
  { knows }: StepLintScope['around'],
): FlowFault[] {
  const fault = { path: ['action'], code: 'flow.integration.tool_unknown' } satisfies Partial<FlowFault>
  const knowledge = knows.integrationTool(id, tool)
  if (knowledge === 'known') return []
  if (knowledge === 'notCallable')
    return [{ ...fault, code: 'flow.action.unknown', severity: 'error', message: unknownTool(action) }]
  if (knowledge === 'unknown') {
    const message = `refers to the tool “${tool}”, which the integration “${id}” does not have`
    return [{ ...fault, severity: 'error', message }]
  }
  const message =
    knowledge === 'vanished'
      ? `refers to the tool “${tool}”, which the integration “${id}” had before its last refresh`
      : `refers to the tool “${tool}” of the integration “${id}”, whose tools could not be read yet`
  return [{ ...fault, severity: 'warning', message }]
}

function unknownTool(name: string): string {
  const capability = name.slice(0, Math.max(0, name.indexOf('.')))
  const known = capability.startsWith('integration:')
    ? [`${capability}.call`]
    : Object.hasOwn(capabilityTools, capability)
      ? toolNames.filter((tool) => tool.startsWith(`${capability}.`))
      : [...toolNames, 'tool:<toolId>.call', 'integration:<id>.call', 'integration:<id>.<tool>']
  return `refers to the tool “${name}”, which does not exist; known tools: ${known.join(', ')}`
}

/** Collects every string in a JSON value, without recursion so that nesting cannot exhaust the stack. */
function collectStrings(value: unknown): string[] {
  const found: string[] = []
  const left: unknown[] = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string') found.push(one)
    else if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) left.push(inner)
  }
  return found
}

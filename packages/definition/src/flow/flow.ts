import { boundedText, type Finding, fieldErrorOptions, type PathSegment, toFieldErrors } from '@parley/findings'
import { z } from 'zod'
import { flowBounds } from './bounds.ts'
import { FlowStep, getStepKind } from './steps/index.ts'
import type { ReferenceKind, StepReference } from './steps/kind.ts'
import { FlowSlot, parsePersonPath } from './vocabulary.ts'

export const completions = ['return', 'end'] as const

const GeneratedFrom = z.strictObject({
  bodyHash: boundedText({ min: 1, max: flowBounds.name }).meta({ description: 'SHA-256 of the body, as hex.' }),
  by: boundedText({ max: flowBounds.name }).optional(),
  at: boundedText({ max: flowBounds.name }).optional(),
  model: boundedText({ max: flowBounds.name }).optional(),
})

/** The deterministic path of a playbook. */
export const AgentFlow = z
  .strictObject({
    id: boundedText({ min: 1, max: flowBounds.id }).default('main'),
    name: boundedText({ max: flowBounds.name }).optional(),
    description: boundedText({ max: flowBounds.description }).optional(),
    slots: z.array(FlowSlot).max(flowBounds.slots).default([]),
    steps: z.array(FlowStep).min(1).max(flowBounds.steps),
    onComplete: z.enum(completions).optional().meta({ description: 'default: return' }),
    allowDigressions: z.boolean().optional(),
    generatedFrom: GeneratedFrom.optional(),
  })
  .meta({
    id: 'AgentFlow',
    examples: [
      {
        id: 'main',
        name: 'Sign up',
        slots: [{ name: 'email', type: 'email', bind: 'person.email' }],
        steps: [{ collect: 'email' }, { say: 'Thank you!' }, { end: { outcome: 'signed-up' } }],
      },
    ],
  })
export type AgentFlow = z.infer<typeof AgentFlow>

export type ParsedFlow = { ok: true; flow: AgentFlow } | { ok: false; findings: Finding[] }

/** A longer list does not help to fix a flow. */
const maxFindings = 100

/** Parses a flow of unknown origin; `at` is its path in the document, such as `playbooks[2].flow`. */
export function parseFlow(value: unknown, at: string): ParsedFlow {
  const parsed = AgentFlow.safeParse(value, fieldErrorOptions)
  if (parsed.success) return { ok: true, flow: parsed.data }
  const findings = parsed.error.issues
    .flatMap((issue) => toFieldErrors(issue, [at]))
    .slice(0, maxFindings)
    .map(({ field, message }): Finding => ({ severity: 'error', code: 'flow.schema', path: field, message }))
  return { ok: false, findings }
}

/** A flow's reference to another part of the agent, with the lint code to use if it is missing. */
export type FlowReference = StepReference & { code: `flow.${string}.unknown` }

const codes: Record<ReferenceKind, FlowReference['code']> = {
  template: 'flow.template.unknown',
  playbook: 'flow.playbook.unknown',
  integration: 'flow.integration.unknown',
  peopleField: 'flow.field.unknown',
  location: 'flow.location.unknown',
}

/** Lists a flow's references outside itself; paths are relative to the flow, such as `['steps', 1, 'say']`. */
export function listFlowReferences(flow: AgentFlow): FlowReference[] {
  const bound = flow.slots.flatMap(({ bind }, at) => {
    const person = bind === undefined ? undefined : parsePersonPath(bind)
    return person?.kind === 'custom' ? [reference('peopleField', person.key, ['slots', at, 'bind'])] : []
  })
  const locations = flow.slots.flatMap(({ type, options = [] }, at) =>
    type === 'location' ? options.map((id, index) => reference('location', id, ['slots', at, 'options', index])) : [],
  )
  const named = flow.steps.flatMap((step, at) =>
    (getStepKind(step).references?.(step) ?? []).map(({ kind, id, path }) =>
      reference(kind, id, ['steps', at, ...path]),
    ),
  )
  return [...bound, ...locations, ...named]
}

function reference(kind: ReferenceKind, id: string, path: PathSegment[]): FlowReference {
  return { kind, id, path, code: codes[kind] }
}

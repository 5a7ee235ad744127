import type { PathSegment } from '@parley/findings'
import type { AgentFlow } from './flow.ts'
import { parsePersonPath } from './person-path.ts'
import { getStepKind } from './steps/index.ts'
import type { ReferenceKind, StepReference } from './steps/kind.ts'

/** A flow's reference to another part of the agent, with the lint code to use if it is missing. */
export type FlowReference = StepReference & { code: `flow.${string}.unknown` }

const codes: Record<ReferenceKind, FlowReference['code']> = {
  template: 'flow.template.unknown',
  playbook: 'flow.playbook.unknown',
  integration: 'flow.integration.unknown',
  peopleField: 'flow.field.unknown',
}

/** Lists a flow's references outside itself; paths are relative to the flow, such as `['steps', 1, 'say']`. */
export function flowReferences(flow: AgentFlow): FlowReference[] {
  const bound = flow.slots.flatMap(({ bind }, at) => {
    const person = bind === undefined ? undefined : parsePersonPath(bind)
    return person?.kind === 'custom' ? [reference('peopleField', person.key, ['slots', at, 'bind'])] : []
  })
  const named = flow.steps.flatMap((step, at) =>
    (getStepKind(step).references?.(step) ?? []).map(({ kind, id, path }) =>
      reference(kind, id, ['steps', at, ...path]),
    ),
  )
  return [...bound, ...named]
}

function reference(kind: ReferenceKind, id: string, path: PathSegment[]): FlowReference {
  return { kind, id, path, code: codes[kind] }
}

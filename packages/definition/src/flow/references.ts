import type { PathSegment } from '@parley/findings'
import type { AgentFlow } from './flow.ts'
import { parsePersonPath } from './person-path.ts'
import { getStepKind } from './steps/index.ts'
import type { ReferenceKind, StepReference } from './steps/kind.ts'

/** Something of the agent that a flow names: where, and the lint code of its absence. */
export type FlowReference = StepReference & { code: `flow.${string}.unknown` }

const codes: Record<ReferenceKind, FlowReference['code']> = {
  template: 'flow.template.unknown',
  playbook: 'flow.playbook.unknown',
  integration: 'flow.integration.unknown',
  peopleField: 'flow.field.unknown',
}

/** Everything a flow names outside itself; paths begin at the flow, such as `['steps', 1, 'say']`. */
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

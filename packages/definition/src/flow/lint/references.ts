import type { FlowFault } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import type { FlowLintScope } from '../lint-scope.ts'
import { flowReferences } from '../references.ts'
import type { ReferenceKind } from '../steps/kind.ts'

/** Reports references to missing items. An undeclared field is still stored, so it is only a warning. */
export function lintReferences(flow: AgentFlow, { playbookId, knows }: FlowLintScope): FlowFault[] {
  return flowReferences(flow).flatMap(({ kind, id, path, code }) => {
    if (knows[kind](id) || (kind === 'playbook' && id === playbookId)) return []
    const severity = kind === 'peopleField' ? 'warning' : 'error'
    return [{ severity, code, path, message: `names the ${words[kind]} “${id}”, which does not exist` }]
  })
}

const words: Record<ReferenceKind, string> = {
  template: 'message template',
  playbook: 'playbook',
  integration: 'integration',
  peopleField: 'People field',
}

import type { FlowFault } from '../fault.ts'
import type { AgentFlow } from '../flow.ts'
import type { FlowLintScope } from '../lint-scope.ts'
import { flowReferences } from '../references.ts'
import type { ReferenceKind } from '../steps/kind.ts'

/** Names for what the agent does not have. A field nobody declared is still stored, so that only it is a warning. */
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

import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { lintFlow } from '../flow/index.ts'
import type { AgentPlaybook } from '../playbooks/playbook.ts'
import { holds } from '../references/targets.ts'

/** The lint of one playbook's flow, in its definition. */
export function lintPlaybookFlow(definition: AgentDefinition, playbook: AgentPlaybook, index: number): Finding[] {
  if (!playbook.flow) return []
  const { id, uses, body } = playbook
  return lintFlow(playbook.flow, `playbooks[${index}].flow`, {
    playbookId: id,
    uses,
    body,
    knows: {
      template: (id) => holds(definition, 'template', id) === true,
      playbook: (id) => holds(definition, 'playbook', id) === true,
      integration: (id) => holds(definition, 'integration', id) === true,
      peopleField: (key) => holds(definition, 'peopleField', key) === true,
    },
    flowOf: (other) => definition.playbooks.find((one) => one.id === other)?.flow,
  })
}

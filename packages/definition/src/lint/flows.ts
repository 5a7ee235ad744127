import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { lintFlow } from '../flow/index.ts'
import { describeToolKnowledge } from '../integration-tools.ts'
import { listEnabledLocations } from '../locations/location.ts'
import type { AgentPlaybook } from '../playbooks/playbook.ts'
import { hasTarget } from '../references/reference.ts'

export function lintPlaybookFlow(definition: AgentDefinition, playbook: AgentPlaybook, index: number): Finding[] {
  if (!playbook.flow) return []
  const { id, uses, body } = playbook
  return lintFlow(playbook.flow, `playbooks[${index}].flow`, {
    playbookId: id,
    uses,
    body,
    knows: {
      template: (id) => hasTarget(definition, 'template', id) === true,
      playbook: (id) => hasTarget(definition, 'playbook', id) === true,
      integration: (id) => hasTarget(definition, 'integration', id) === true,
      integrationTool: (id, tool) =>
        describeToolKnowledge(
          definition.integrations.find((one) => one.id === id),
          tool,
        ),
      peopleField: (key) => hasTarget(definition, 'peopleField', key) === true,
      location: (id) => hasTarget(definition, 'location', id) === true,
    },
    hasSeveralLocations: listEnabledLocations(definition.locations).length > 1,
    flowOf: (other) => definition.playbooks.find((one) => one.id === other)?.flow,
  })
}

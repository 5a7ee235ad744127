import type { AgentPlaybook } from '@parley/definition'
import type { AgentTool } from '../deps.ts'

export const createEnterPlaybookTool = (others: readonly AgentPlaybook[]): AgentTool => ({
  name: 'playbook.enter',
  description: 'Continues in another playbook that better fits what the person wants. Call it alone.',
  parameters: {
    type: 'object',
    properties: { playbookId: { type: 'string', enum: others.map(({ id }) => id) } },
    required: ['playbookId'],
    additionalProperties: false,
  },
  hasSideEffects: false,
  run: async ({ playbookId }) => ({ ok: true, result: { playbookId } }),
})

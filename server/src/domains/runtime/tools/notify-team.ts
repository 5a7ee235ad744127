import type { AgentTool } from '../deps.ts'
import { failedOutcome } from './outcome.ts'

export const notifyTeamTool: AgentTool = {
  name: 'notify.team',
  description: 'Notifies the team of the business about something they should know or do. The person does not see it.',
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string', minLength: 1, maxLength: 3000, description: 'The message to the team: who needs what.' },
    },
    required: ['text'],
    additionalProperties: false,
  },
  hasSideEffects: true,
  async run({ text }, { actions }) {
    const notification = await actions.notifyTeam(String(text))
    return notification.ok ? { ok: true, result: { notified: true } } : failedOutcome(notification.reason)
  },
}

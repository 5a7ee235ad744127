import type { Tool } from '../deps.ts'
import { failed } from './outcome.ts'

export const notifyTeam: Tool = {
  name: 'notify.team',
  description: 'Tells the people of the business something that they should know or do. The person does not see it.',
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string', minLength: 1, maxLength: 3000, description: 'What they are told: who needs what.' },
    },
    required: ['text'],
    additionalProperties: false,
  },
  acts: true,
  async run({ text }, { hands }) {
    const told = await hands.notifyTeam(String(text))
    return told.ok ? { ok: true, result: { notified: true } } : failed(told.why)
  },
}

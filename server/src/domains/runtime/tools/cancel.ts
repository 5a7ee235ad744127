import type { AgentTool, ToolOutcome, TurnInput } from '../deps.ts'
import { appointmentIdField, createUnchangedOutcome, describeAppointment } from './scheduling-fields.ts'

export const cancelTool: AgentTool = {
  name: 'scheduling.cancel',
  description: 'Cancels an appointment of the person, once they have said that they want that.',
  parameters: {
    type: 'object',
    properties: {
      appointmentId: appointmentIdField,
      reason: { type: 'string', maxLength: 500, description: 'Why, in the words of the person.' },
    },
    additionalProperties: false,
  },
  hasSideEffects: true,
  run: runCancel,
}

async function runCancel(given: { appointmentId?: string; reason?: string }, input: TurnInput): Promise<ToolOutcome> {
  const done = await input.actions.cancel(given)
  if (!done.ok) return createUnchangedOutcome(done.why, input)
  return { ok: true, result: { cancelled: true, ...describeAppointment(done.value) } }
}

import type { AgentTool, ToolOutcome, TurnInput } from '../deps.ts'
import { appointmentIdField, createUnchangedOutcome, describeAppointment, startUtcField } from './scheduling-fields.ts'

export const rescheduleTool: AgentTool = {
  name: 'scheduling.reschedule',
  description: 'Moves an appointment of the person to another time that they have chosen.',
  parameters: {
    type: 'object',
    properties: { startUtc: startUtcField, appointmentId: appointmentIdField },
    required: ['startUtc'],
    additionalProperties: false,
  },
  hasSideEffects: true,
  run: (given, input) => runReschedule(given as RescheduleArguments, input),
}

type RescheduleArguments = { startUtc: string; appointmentId?: string }

async function runReschedule({ startUtc, appointmentId }: RescheduleArguments, input: TurnInput): Promise<ToolOutcome> {
  const moved = await input.actions.reschedule({ startUtc: new Date(startUtc), appointmentId })
  if (!moved.ok) return createUnchangedOutcome(moved.why, input)
  return { ok: true, result: { rescheduled: true, ...describeAppointment(moved.value) } }
}

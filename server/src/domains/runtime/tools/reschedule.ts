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
  run: (given, scene) => runReschedule(given as RescheduleArguments, scene),
}

type RescheduleArguments = { startUtc: string; appointmentId?: string }

async function runReschedule({ startUtc, appointmentId }: RescheduleArguments, scene: TurnInput): Promise<ToolOutcome> {
  const moved = await scene.actions.reschedule({ startUtc: new Date(startUtc), appointmentId })
  if (!moved.ok) return createUnchangedOutcome(moved.why, scene)
  return { ok: true, result: { rescheduled: true, ...describeAppointment(moved.value) } }
}

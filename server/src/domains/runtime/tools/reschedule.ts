import type { Scene, Tool, ToolOutcome } from '../deps.ts'
import { appointmentId, notChanged, startUtc, toldMeeting } from './scheduling-fields.ts'

export const reschedule: Tool = {
  name: 'scheduling.reschedule',
  description: 'Moves an appointment of the person to another time that they have chosen.',
  parameters: {
    type: 'object',
    properties: { startUtc, appointmentId },
    required: ['startUtc'],
    additionalProperties: false,
  },
  acts: true,
  run: (given, scene) => move(given as Given, scene),
}

type Given = { startUtc: string; appointmentId?: string }

async function move({ startUtc, appointmentId }: Given, scene: Scene): Promise<ToolOutcome> {
  const moved = await scene.hands.reschedule({ startUtc: new Date(startUtc), appointmentId })
  if (!moved.ok) return notChanged(moved.why, scene)
  return { ok: true, result: { rescheduled: true, ...toldMeeting(moved.value) } }
}

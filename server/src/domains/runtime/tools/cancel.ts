import type { Scene, Tool, ToolOutcome } from '../deps.ts'
import { appointmentId, notChanged, toldMeeting } from './scheduling-fields.ts'

export const cancel: Tool = {
  name: 'scheduling.cancel',
  description: 'Cancels an appointment of the person, once they have said that they want that.',
  parameters: {
    type: 'object',
    properties: {
      appointmentId,
      reason: { type: 'string', maxLength: 500, description: 'Why, in the words of the person.' },
    },
    additionalProperties: false,
  },
  acts: true,
  run: cancelled,
}

async function cancelled(given: { appointmentId?: string; reason?: string }, scene: Scene): Promise<ToolOutcome> {
  const done = await scene.hands.cancel(given)
  if (!done.ok) return notChanged(done.why, scene)
  return { ok: true, result: { cancelled: true, ...toldMeeting(done.value) } }
}

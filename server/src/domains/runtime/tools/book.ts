import type { AgentDefinition } from '@parley/definition'
import type { Scene, Tool, ToolOutcome } from '../deps.ts'
import { failed } from './outcome.ts'
import { durationMinutes, representativeId, startUtc, toldMeeting } from './scheduling-fields.ts'

export const book = ({ scheduling }: AgentDefinition): Tool => ({
  name: 'scheduling.book',
  description: 'Books an appointment for the person at a time that they have chosen.',
  parameters: {
    type: 'object',
    properties: {
      startUtc,
      durationMinutes,
      ...representativeId(scheduling),
      notes: { type: 'string', maxLength: 2000, description: 'What the appointment is about, in a few words.' },
    },
    required: ['startUtc'],
    additionalProperties: false,
  },
  acts: true,
  run: (given, scene) => bookFor(given as Given, scene),
})

type Given = { startUtc: string; durationMinutes?: number; representativeId?: string; notes?: string }

async function bookFor({ startUtc, ...more }: Given, { hands }: Scene): Promise<ToolOutcome> {
  const booked = await hands.book({ startUtc: new Date(startUtc), ...more })
  if (!booked.ok) return failed(booked.why)
  return { ok: true, result: { booked: true, ...toldMeeting(booked.value) }, events: ['appointment.booked'] }
}

import type { AgentDefinition } from '@parley/definition'
import type { AgentTool, ToolOutcome, TurnInput } from '../deps.ts'
import { failedOutcome } from './outcome.ts'
import { createRepresentativeField, describeAppointment, durationField, startUtcField } from './scheduling-fields.ts'

export const createBookTool = ({ scheduling }: AgentDefinition): AgentTool => ({
  name: 'scheduling.book',
  description: 'Books an appointment for the person at a time that they have chosen.',
  parameters: {
    type: 'object',
    properties: {
      startUtc: startUtcField,
      durationMinutes: durationField,
      ...createRepresentativeField(scheduling),
      notes: { type: 'string', maxLength: 2000, description: 'What the appointment is about, in a few words.' },
    },
    required: ['startUtc'],
    additionalProperties: false,
  },
  hasSideEffects: true,
  run: (given, input) => runBook(given as BookArguments, input),
})

type BookArguments = { startUtc: string; durationMinutes?: number; representativeId?: string; notes?: string }

async function runBook({ startUtc, ...more }: BookArguments, { actions }: TurnInput): Promise<ToolOutcome> {
  const booked = await actions.book({ startUtc: new Date(startUtc), ...more })
  if (!booked.ok) return failedOutcome(booked.why)
  return { ok: true, result: { booked: true, ...describeAppointment(booked.value) }, events: ['appointment.booked'] }
}

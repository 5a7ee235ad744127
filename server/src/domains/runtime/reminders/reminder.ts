import type { ContentMessage } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import { fullTime } from '../tools/clock.ts'
import { contactCard } from '../tools/contact.ts'

/** A day, where the operator has not said. */
const usualLeadMinutes = 1440

/** How many minutes before an appointment one is reminded of it; undefined where reminders are off. */
export function leadOf({ scheduling }: AgentDefinition): number | undefined {
  const { enabled = true, leadMinutes = usualLeadMinutes } = scheduling.reminders ?? {}
  return enabled ? leadMinutes : undefined
}

/** When an appointment is to be reminded of; undefined where reminders are off, or when it is too late for one. */
export function reminderAt(definition: AgentDefinition, startUtc: Date, now: Date): Date | undefined {
  const lead = leadOf(definition)
  const at = lead === undefined ? now : new Date(startUtc.getTime() - lead * 60_000)
  return at > now ? at : undefined
}

export type Reminded = { startUtc: Date; timezone: string; representativeName?: string; firstName?: string }

/** The reminder as it is sent, and as the conversation remembers it. */
export function reminderOf(definition: AgentDefinition, about: Reminded): { text: string; message: ContentMessage } {
  const { startUtc, timezone, representativeName, firstName } = about
  const when = fullTime(startUtc.toISOString(), timezone)
  const whom = representativeName ? ` with ${representativeName}` : ''
  const text = `${firstName ? `Hi ${firstName}, a` : 'A'} reminder from ${definition.agent.name}: your appointment${whom} is on ${when}.`
  const card = definition.scheduling.reminders?.includeContactCard ? contactCard(definition) : []
  return { text, message: { spec: 'amf/1', parts: [{ type: 'text', text }, ...card] } }
}

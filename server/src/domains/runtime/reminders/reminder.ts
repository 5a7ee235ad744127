import type { ContentMessage } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import { createContactCard } from '../tools/contact.ts'
import { formatFullTime } from '../tools/zoned-time.ts'

/** One day. */
const defaultLeadMinutes = 1440

/** Minutes before the appointment; undefined when reminders are off. */
export function getReminderLead({ scheduling }: AgentDefinition): number | undefined {
  const { enabled = true, leadMinutes = defaultLeadMinutes } = scheduling.reminders ?? {}
  return enabled ? leadMinutes : undefined
}

/** Returns undefined when reminders are off or it is too late for one. */
export function computeReminderTime(definition: AgentDefinition, startUtc: Date, now: Date): Date | undefined {
  const lead = getReminderLead(definition)
  const at = lead === undefined ? now : new Date(startUtc.getTime() - lead * 60_000)
  return at > now ? at : undefined
}

export type ReminderContext = {
  startUtc: Date
  /** The zone of the location, or else the person's. */
  timezone: string
  representativeName?: string
  locationId?: string
  locationName?: string
  firstName?: string
}

/** The reminder as sent, and as text for the conversation history. */
export type ComposedReminder = { text: string; message: ContentMessage }

export function composeReminder(definition: AgentDefinition, context: ReminderContext): ComposedReminder {
  const { startUtc, timezone, representativeName, locationId, locationName, firstName } = context
  const when = formatFullTime(startUtc.toISOString(), timezone)
  const whom = representativeName ? ` with ${representativeName}` : ''
  const where = locationName ? ` at ${locationName}` : ''
  const text = `${firstName ? `Hi ${firstName}, a` : 'A'} reminder from ${definition.agent.name}: your appointment${whom}${where} is on ${when}.`
  const card = definition.scheduling.reminders?.includeContactCard ? createContactCard(definition, locationId) : []
  return { text, message: { spec: 'amf/1', parts: [{ type: 'text', text }, ...card] } }
}

import type { AutomatedOutreach } from '@parley/definition'
import type { OutboxEvent } from '../../../platform/outbox.ts'

export type RuleEvent = AutomatedOutreach['trigger']['event']

/** Something that rules may be waiting for; whom it is about is known by their id, or by the identity that they wrote from. */
export type Trigger = { event: RuleEvent; orgId: string; agentId: string; personId?: string; asid?: string }

type TriggerEventData = { agentId: string; personId?: string; userId?: string; changed?: string[]; status?: object }

const triggersByEvent = new Map<string, (told: TriggerEventData) => RuleEvent[]>([
  ['person.created', () => ['person.created']],
  ['person.updated', changesOf],
  ['appointment.booked', () => ['appointment.booked']],
  ['appointment.cancelled', () => ['appointment.cancelled']],
  ['conversation.ended', () => ['conversation.ended']],
])

/** What an announced event is to rules: nothing, most of the time. */
export function toTriggers({ orgId, type, data }: OutboxEvent): Trigger[] {
  const eventsOf = triggersByEvent.get(type)
  if (!eventsOf) return []
  const told = data as TriggerEventData
  const { agentId, personId, userId: asid } = told
  return eventsOf(told).map((event) => ({ event, orgId, agentId, personId, asid }))
}

/**
 * What a person has beside the fields that somebody fills in. The times of calls follow appointments, which have events of
 * their own.
 */
const nonProfileFields = new Set(['status', 'identities', 'journal', 'scheduledCallAt', 'lastCallAt'])

function changesOf({ changed = [], status }: TriggerEventData): RuleEvent[] {
  const isField = changed.some((name) => !nonProfileFields.has(name))
  return [
    ...(status ? (['person.statusChanged'] as const) : []),
    ...(isField ? (['person.fieldChanged'] as const) : []),
  ]
}

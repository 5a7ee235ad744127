import type { ConsentStatus } from '@parley/definition/vocabulary'
import type { AgentKey } from '../../platform/http/route.ts'
import type { OutboxEvent } from '../../platform/outbox.ts'
import type { Person } from './person/person.ts'

/**
 * Webhook events about people contain ids, field names and statuses, never personal data, so an erasure leaves nothing
 * behind in stored or delivered events.
 */

export const createPersonCreatedEvent = (agent: AgentKey, { id }: Pick<Person, 'id'>): OutboxEvent =>
  event(agent, 'person.created', { personId: id })

export function createPersonUpdatedEvent(
  agent: AgentKey,
  before: Person,
  after: Person,
  changed: string[],
): OutboxEvent {
  const status = changed.includes('status') ? { status: { from: before.status, to: after.status } } : undefined
  return event(agent, 'person.updated', { personId: after.id, changed, ...status })
}

export const createPersonDeletedEvent = (agent: AgentKey, { id }: Person, mergedInto?: Person): OutboxEvent =>
  event(agent, 'person.deleted', { personId: id, ...(mergedInto && { mergedInto: mergedInto.id }) })

export const createConsentChangedEvent = (
  agent: AgentKey,
  { id }: Pick<Person, 'id'>,
  status: { from: ConsentStatus; to: ConsentStatus },
): OutboxEvent => event(agent, 'person.consent_changed', { personId: id, status })

function event({ id, orgId }: AgentKey, type: string, data: object): OutboxEvent {
  return { orgId, type, data: { agentId: id, ...data } }
}

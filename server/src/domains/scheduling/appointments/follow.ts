import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { Person } from '../../people/index.ts'
import { queueCalendarEvent } from '../calendars/worker.ts'
import type { ChangeDeps } from '../deps.ts'
import { queueMails } from '../mail/worker.ts'
import type { Appointment, AppointmentAction } from './appointment.ts'
import { keepCalls } from './calls.ts'
import type { Terms } from './terms.ts'

/** What has happened to an appointment. */
export type News = {
  action: AppointmentAction
  appointment: Appointment
  /** As it was, where it was moved or cancelled. */
  before?: Appointment
  /** Held until the transaction ends. */
  person: Person
  reason?: string
  terms: Terms
}

/** All that follows from a change, in its transaction: the event, the person's next call, the mails, the calendars. */
export async function follow(tx: Db, agent: AgentKey, news: News, deps: ChangeDeps): Promise<void> {
  await deps.announce(tx, eventOf(agent, news))
  await keepCalls(tx, agent, { person: news.person, went: news.before?.startUtc }, deps)
  await queueMails(tx, agent, news, deps.world)
  await refreshCalendars(tx, agent, news.appointment, deps)
  await deps.remind?.(tx, agent, news.appointment)
}

export async function refreshCalendars(tx: Db, agent: AgentKey, { id, host }: Appointment, { world }: ChangeDeps) {
  await queueCalendarEvent(tx, agent, { appointmentId: id, representativeId: host.id, now: world.now() })
}

/** Ids and times only: what is known of the person is erased with the person. */
function eventOf(agent: AgentKey, { action, appointment, before }: News): OutboxEvent {
  const from = action === 'rescheduled' && before ? { from: before.startUtc.toISOString() } : undefined
  const startUtc = appointment.startUtc.toISOString()
  return {
    orgId: agent.orgId,
    type: `appointment.${action}`,
    data: { ...named(agent, appointment), startUtc, ...from },
  }
}

export function detailsChanged(agent: AgentKey, appointment: Appointment, changed: string[]): OutboxEvent {
  return { orgId: agent.orgId, type: 'appointment.updated', data: { ...named(agent, appointment), changed } }
}

function named(agent: AgentKey, { id, personId, host }: Appointment) {
  return { agentId: agent.id, personId, appointmentId: id, ...(host.id && { representativeId: host.id }) }
}

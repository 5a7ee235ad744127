import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import type { Person } from '../../people/index.ts'
import { enqueueCalendarEvent } from '../calendars/worker.ts'
import type { BookingDeps } from '../deps.ts'
import { enqueueMails } from '../mail/worker.ts'
import type { Appointment, AppointmentAction } from './appointment.ts'
import { updateCallTimes } from './call-times.ts'
import type { SchedulingTerms } from './terms.ts'

export type AppointmentChange = {
  action: AppointmentAction
  appointment: Appointment
  /** The previous state, when moved or cancelled. */
  before?: Appointment
  /** Locked until the transaction ends. */
  person: Person
  reason?: string
  terms: SchedulingTerms
}

/** All effects of a change in its transaction: the event, the person's next call, mails, and calendars. */
export async function applySideEffects(
  tx: Db,
  agent: AgentKey,
  news: AppointmentChange,
  deps: BookingDeps,
): Promise<void> {
  await deps.announce(tx, createChangeEvent(agent, news))
  await updateCallTimes(tx, agent, { person: news.person, previousStart: news.before?.startUtc }, deps)
  await enqueueMails(tx, agent, news, deps.world)
  await enqueueCalendarUpdate(tx, agent, news.appointment, deps)
  await deps.remind?.(tx, agent, news.appointment)
}

export async function enqueueCalendarUpdate(
  tx: Db,
  agent: AgentKey,
  { id, host }: Appointment,
  { world }: BookingDeps,
) {
  await enqueueCalendarEvent(tx, agent, { appointmentId: id, representativeId: host.id, now: world.now() })
}

/** Only ids and times, because personal data must be erased with the person. */
function createChangeEvent(agent: AgentKey, { action, appointment, before }: AppointmentChange): OutboxEvent {
  const from = action === 'rescheduled' && before ? { from: before.startUtc.toISOString() } : undefined
  const startUtc = appointment.startUtc.toISOString()
  return {
    orgId: agent.orgId,
    type: `appointment.${action}`,
    data: { ...createEventIds(agent, appointment), startUtc, ...from },
  }
}

export function createDetailsChangedEvent(agent: AgentKey, appointment: Appointment, changed: string[]): OutboxEvent {
  return { orgId: agent.orgId, type: 'appointment.updated', data: { ...createEventIds(agent, appointment), changed } }
}

function createEventIds(agent: AgentKey, { id, personId, host }: Appointment) {
  return { agentId: agent.id, personId, appointmentId: id, ...(host.id && { representativeId: host.id }) }
}

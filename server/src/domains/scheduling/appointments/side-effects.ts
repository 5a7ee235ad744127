import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { OutboxEvent } from '../../../platform/outbox.ts'
import { type Person, personProfiles } from '../../people/index.ts'
import { enqueueCalendarEvent } from '../calendars/worker.ts'
import type { BookingDeps } from '../deps.ts'
import { enqueueMails } from '../mail/worker.ts'
import type { Appointment, AppointmentAction } from './appointment.ts'
import type { SchedulingTerms } from './availability.ts'
import { findNextCall } from './queries.ts'

type CallUpdate = {
  /** Locked until the transaction ends. */
  person: Person
  ended?: Appointment
  /** Previous start of an appointment that was moved or canceled. */
  previousStart?: Date
}

/** Keeps the person's call times in sync with their appointments, and announces only real changes. */
export async function updateCallTimes(
  tx: Db,
  agent: AgentKey,
  { person, ended, previousStart = ended?.startUtc }: CallUpdate,
  { announce, world }: Pick<BookingDeps, 'announce' | 'world'>,
): Promise<void> {
  const now = world.now()
  const next = await findNextCall(tx, agent, person.key, now)
  const after = { ...person, updatedAt: now }
  after.scheduledCallAt = computeScheduledCall(person.scheduledCallAt, { next, previousStart, now })
  after.lastCallAt = laterOf(person.lastCallAt, ended?.startUtc)
  const fields = ['scheduledCallAt', 'lastCallAt'] as const
  const changed = fields.filter((field) => after[field]?.getTime() !== person[field]?.getTime())
  if (changed.length === 0) return
  await personProfiles.write(tx, agent, [{ before: person, after }])
  await announce(tx, personProfiles.updatedEvent(agent, person, after, changed))
}

type CallContext = { next?: Date; previousStart?: Date; now: Date }

/** An operator may have set a call manually: it remains until it has passed, unless an appointment comes sooner. */
function computeScheduledCall(call: Date | undefined, { next, previousStart, now }: CallContext): Date | undefined {
  if (!call || call <= now || call.getTime() === previousStart?.getTime()) return next
  return next && next < call ? next : call
}

function laterOf(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}

export type AppointmentChange = {
  action: AppointmentAction
  appointment: Appointment
  /** The previous state, when moved or canceled. */
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

function createEventIds(agent: AgentKey, { id, personId, host, location }: Appointment) {
  return {
    agentId: agent.id,
    personId,
    appointmentId: id,
    ...(host.id && { representativeId: host.id }),
    ...(location && { locationId: location.id }),
  }
}

import { bindingStateOf, type ChannelFacts, decideOutreach, type OutreachDecision, reachedOn } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { continueAt, defineWork, finish, nudge } from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import { type DefinitionListener, type Definitions, findAgentByKey } from '../../agents/index.ts'
import type { AcceptMessages, WriteLog } from '../../conversations/index.ts'
import { personProfiles } from '../../people/index.ts'
import { appointments } from '../../scheduling/index.ts'
import type { InitiationState } from '../state/conversation-state.ts'
import { insertReminder, rescheduleReminders } from './queries.ts'
import { composeReminder, computeReminderTime, getReminderLead } from './reminder.ts'

const work = {
  kind: 'runtime.reminders',
  table: 'appointment_reminders',
  key: ['agent_key', 'appointment_id', 'start_utc'],
} as const

export function nudgeReminders(tx: Db): void {
  nudge(tx, work.kind)
}

export type ReminderDeps = {
  db: Db
  world: World
  definitions: Pick<Definitions, 'read'>
  accept: AcceptMessages
  listBindings(agent: AgentKey): Promise<readonly { channel: string; status: string }[]>
  writeLog: WriteLog
  /** Routes the person's next message to this initiation. */
  recordInitiation(agent: AgentKey, asid: string, opening: InitiationState): Promise<void>
}

type BookedAppointment = { id: string; startUtc: Date; status: string }

/**
 * Runs in the transaction that books or moves the appointment. Always inserts a row, because the lead time may change
 * later.
 */
export async function enqueueReminder(
  tx: Db,
  agent: AgentKey,
  { id: appointmentId, startUtc, status }: BookedAppointment,
  { definitions, world }: Pick<ReminderDeps, 'definitions' | 'world'>,
): Promise<void> {
  if (status === 'cancelled') return
  const now = world.now()
  const dueAt = computeReminderTime(await definitions.read(tx, agent), startUtc, now)
  await insertReminder(tx, agent, { appointmentId, startUtc, dueAt, now })
}

/** A changed lead time also applies to appointments booked earlier. */
export function createReminderLeadListener(world: World): DefinitionListener {
  return async (tx, agent, { before, definition, changed }) => {
    if (!changed.includes('scheduling')) return
    const [was, is] = [getReminderLead(before), getReminderLead(definition)]
    if (was !== is) await rescheduleReminders(tx, agent, { before: was, after: is, now: world.now() })
  }
}

/** Sends appointment reminders. They need no consent, but STOP always applies. */
export function reminderWork(deps: ReminderDeps) {
  const { db, world } = deps
  return defineWork({
    ...work,
    concurrency: 10,
    retry: { delaysSeconds: [30, 120, 600] },
    async perform({ agent_key, appointment_id, start_utc: startUtc }) {
      const now = world.now()
      const skip = (reason: string) => finish({ set: { state: 'skipped', reason } })
      const agent = await findAgentByKey(db, agent_key)
      const found = agent && (await findReminderTarget(db, agent, appointment_id))
      if (!agent || !found || found.status === 'cancelled') return skip('gone')
      if (found.startUtc.getTime() !== startUtc.getTime()) return skip('moved')
      const definition = await deps.definitions.read(db, agent)
      const channels = await listReminderChannels(agent, found, deps)
      const decision = decideReminder(definition, { now, startUtc, channels })
      if (decision.verdict === 'no') return skip(skipReasons[decision.reason] ?? decision.reason)
      if (decision.verdict === 'held') return waitFor(decision.reason, nextDay(now))
      if (decision.verdict === 'wait') return waitFor(decision.reason ?? null, decision.until)
      if (!found.identity) return skip('no_channel_identity')
      return sendReminder(agent, { appointmentId: appointment_id, found, asid: found.identity.asid, definition }, deps)
    },
  })
}

/** The reasons of rows differ from those of other messages. */
const skipReasons: Readonly<Record<string, string>> = { opted_out: 'optedOut', expired: 'late' }

/** A change of what it waits for makes it due at once; see the rechecks of Outreach. */
const waitFor = (reason: string | null, until: Date) => continueAt(until, { set: { reason } })

/** Switching it on triggers a recheck; the one-day wait is only a safety net. */
export const nextDay = (now: Date): Date => new Date(now.getTime() + 86_400_000)

export type ReminderDefinition = Awaited<ReturnType<Definitions['read']>>

type ReminderTerms = { now: Date; startUtc: Date; channels: readonly ChannelFacts[] }

/**
 * A reminder needs no consent. Whether the channel accepts it, and whether a member holds the conversation, is decided
 * when it is sent.
 */
export function decideReminder(
  definition: ReminderDefinition,
  { now, startUtc, channels }: ReminderTerms,
): OutreachDecision {
  const { sendingSettings: settings, scheduling } = definition
  const { ignoreSafeHours } = scheduling.reminders ?? {}
  const switchedOff = getReminderLead(definition) === undefined ? 'reminders_off' : undefined
  const terms = { ignoreSafeHours, switchedOff, expiresAt: startUtc } as const
  return decideOutreach('reminder', { now, consent: 'unknown', class: 'service', settings, ...terms }, channels)
}

async function listReminderChannels(
  agent: AgentKey,
  { identity }: ReminderTarget,
  { listBindings }: ReminderDeps,
): Promise<ChannelFacts[]> {
  if (!identity) return []
  const { channel, optedOut: stopped } = identity
  const status = (await listBindings(agent)).find((one) => one.channel === channel)?.status
  return [reachedOn({ channel, stopped, binding: bindingStateOf(status) })]
}

type ReminderSend = { appointmentId: string; found: ReminderTarget; asid: string; definition: ReminderDefinition }

/** The message id derives from the time of the appointment, so that a retry does not send a second reminder. */
async function sendReminder(
  agent: AgentKey,
  { appointmentId, found, asid, definition }: ReminderSend,
  deps: ReminderDeps,
) {
  const { startUtc } = found
  const { text, message } = composeReminder(definition, found)
  const id = `reminder-${appointmentId}-${startUtc.getTime()}`
  const [accepted] = await deps.accept(agent, [{ asid, message: { ...message, id } }])
  if (!accepted?.accepted) {
    const reason = accepted?.reason ?? 'noRoute'
    if (reason === 'heldByHuman') return waitForMember(startUtc, deps.world.now())
    return reason === 'bindingDisabled'
      ? waitFor('binding_disabled', nextDay(deps.world.now()))
      : finish({ set: { state: 'skipped', reason } })
  }
  const { playbookId } = definition.scheduling.reminders ?? {}
  await deps.recordInitiation(agent, asid, { text, playbookId, unlessInProgress: true })
  const { leadMinutes } = definition.scheduling.reminders ?? {}
  deps.writeLog(agent, { level: 'info', event: 'scheduling.reminded', asid, data: { appointmentId, leadMinutes } })
  return finish({ set: { state: 'sent', reason: null } })
}

/** How long a reminder waits before it asks again whether a member still holds the conversation. */
export const heldMilliseconds = 60_000

/** A member holds the conversation: the reminder waits until it returns to the agent. */
function waitForMember(startUtc: Date, now: Date) {
  const at = new Date(now.getTime() + heldMilliseconds)
  return at < startUtc ? waitFor('in-conversation', at) : finish({ set: { state: 'skipped', reason: 'heldByHuman' } })
}

type ReminderTarget = {
  status: string
  startUtc: Date
  timezone: string
  representativeName?: string
  locationId?: string
  locationName?: string
  firstName?: string
  /** The identity that messages go to, and whether it has opted out. */
  identity?: { asid: string; channel: string; optedOut: boolean }
}

async function findReminderTarget(db: Db, agent: AgentKey, appointmentId: string): Promise<ReminderTarget | undefined> {
  const found = await appointments.findById(db, agent, appointmentId)
  if (!found) return undefined
  const { status, startUtc, prospectTimezone: timezone, host, location, person, personKey } = found
  const held = (await personProfiles.listIdentities(db, agent, [personKey])).get(personKey) ?? []
  const identity = held.find(({ preferred }) => preferred) ?? held[0]
  const firstName = person.firstName ?? undefined
  const where = location && { locationId: location.id, locationName: location.name }
  return { status, startUtc, timezone, representativeName: host.name, ...where, firstName, identity }
}

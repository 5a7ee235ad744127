import { type Decision, decide } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { again, defineWork, done, retry } from '../../../platform/work/index.ts'
import type { World } from '../../../platform/world.ts'
import { type DefinitionListener, type Definitions, findAgentByKey } from '../../agents/index.ts'
import type { Accept, WriteLog } from '../../conversations/index.ts'
import type { Opening } from '../state/open.ts'
import { insertReminder, moveReminders } from './queries.ts'
import { findRemindable, type Remindable } from './remindable.ts'
import { leadOf, reminderAt, reminderOf } from './reminder.ts'

const work = {
  kind: 'runtime.reminders',
  table: 'appointment_reminders',
  key: ['agent_key', 'appointment_id', 'start_utc'],
} as const

export type ReminderDeps = {
  db: Db
  world: World
  definitions: Pick<Definitions, 'read'>
  accept: Accept
  writeLog: WriteLog
  /** The next thing that the person writes belongs to what was begun. */
  opened(agent: AgentKey, asid: string, opening: Opening): Promise<void>
}

type Booked = { id: string; startUtc: Date; status: string }

/** An appointment was booked or moved, in that transaction. The row is there in any case, for the lead may change. */
export async function queueReminder(
  tx: Db,
  agent: AgentKey,
  { id: appointmentId, startUtc, status }: Booked,
  { definitions, world }: Pick<ReminderDeps, 'definitions' | 'world'>,
): Promise<void> {
  if (status === 'cancelled') return
  const now = world.now()
  const dueAt = reminderAt(await definitions.read(tx, agent), startUtc, now)
  await insertReminder(tx, agent, { appointmentId, startUtc, dueAt, now })
}

/** Another lead holds for appointments that were booked before, too. */
export function moveRemindersWithLead(world: World): DefinitionListener {
  return async (tx, agent, { before, definition, changed }) => {
    if (!changed.includes('scheduling')) return
    const [was, is] = [leadOf(before), leadOf(definition)]
    if (was !== is) await moveReminders(tx, agent, { was, is, now: world.now() })
  }
}

/** Document 1, reminders, and document 2, Guardrails by send origin: consent is not asked for, STOP always holds. */
export function reminderWork(deps: ReminderDeps) {
  const { db, world } = deps
  return defineWork({
    ...work,
    concurrency: 10,
    retry: { waitsSeconds: [30, 120, 600] },
    async perform({ agent_key, appointment_id, start_utc: startUtc }) {
      const now = world.now()
      const skip = (reason: string) => done({ set: { state: 'skipped', reason } })
      const agent = await findAgentByKey(db, agent_key)
      const found = agent && (await findRemindable(db, agent, appointment_id))
      if (!agent || !found || found.status === 'cancelled') return skip('gone')
      if (found.startUtc.getTime() !== startUtc.getTime()) return skip('moved')
      if (startUtc <= now) return skip('late')
      if (found.reached === undefined) return skip('no_channel_identity')
      const definition = await deps.definitions.read(db, agent)
      if (leadOf(definition) === undefined) return skip('off')
      const decision = mayRemind(definition, { now, stopped: found.reached.optedOut })
      if (decision.verdict === 'no') return skip(decision.reason === 'opted_out' ? 'optedOut' : decision.reason)
      if (decision.verdict === 'wait') return decision.until < startUtc ? again(decision.until) : skip(decision.reason)
      return send(agent, { appointmentId: appointment_id, found, asid: found.reached.asid, definition }, deps)
    },
  })
}

type Definition = Awaited<ReturnType<Definitions['read']>>

/** A reminder needs no consent; the other number of a STOP is known to whoever accepts it. */
function mayRemind(definition: Definition, { now, stopped }: { now: Date; stopped: boolean }): Decision {
  const { sendingSettings: settings, scheduling } = definition
  const { ignoreSafeHours } = scheduling.reminders ?? {}
  return decide('reminder', { now, consent: 'unknown', stopped, class: 'service', settings, ignoreSafeHours })
}

type Sending = { appointmentId: string; found: Remindable; asid: string; definition: Definition }

/** The id of the message derives from the appointment's time, so that a second try is no second reminder. */
async function send(agent: AgentKey, { appointmentId, found, asid, definition }: Sending, deps: ReminderDeps) {
  const { startUtc, timezone, representativeName, firstName } = found
  const about = { startUtc, timezone, representativeName, firstName }
  const { text, message } = reminderOf(definition, about)
  const id = `reminder-${appointmentId}-${startUtc.getTime()}`
  const [accepted] = await deps.accept(agent, [{ asid, message: { ...message, id } }])
  if (!accepted?.accepted) {
    const reason = accepted?.reason ?? 'noRoute'
    return reason === 'bindingDisabled' ? retry(new Error(reason)) : done({ set: { state: 'skipped', reason } })
  }
  const { playbookId } = definition.scheduling.reminders ?? {}
  await deps.opened(agent, asid, { text, playbookId, unlessInProgress: true })
  const { leadMinutes } = definition.scheduling.reminders ?? {}
  deps.writeLog(agent, { level: 'info', event: 'scheduling.reminded', asid, data: { appointmentId, leadMinutes } })
  return done({ set: { state: 'sent' } })
}

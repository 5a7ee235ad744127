import { reachedOn } from '@parley/guardrails'
import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { ClockEvent, ClockSource } from '../../../platform/sandbox-clock.ts'
import type { World } from '../../../platform/world.ts'
import type { Definitions } from '../../agents/index.ts'
import type { Conversations } from '../../conversations/index.ts'
import { findSandboxClock, findSandboxState, saveSandboxTimer } from '../sandbox/queries.ts'
import { isOpenAppointment } from '../sandbox/sandbox-person.ts'
import type { SandboxAppointment, SandboxState } from '../sandbox/sandbox-state.ts'
import type { InitiationState } from '../state/conversation-state.ts'
import { composeReminder, computeReminderTime } from './reminder.ts'
import { decideReminder, heldMilliseconds, nextDay, type ReminderDefinition } from './worker.ts'

export type SandboxReminderDeps = {
  db: Db
  world: World
  definitions: Pick<Definitions, 'read'>
  capture: Conversations['sandbox']['capture']
  recordInitiation(agent: AgentKey, asid: string, opening: InitiationState): Promise<void>
}

type DueReminder = { at: Date; key: string; appointment: SandboxAppointment }

/** Reminders of sandbox appointments, by the rules of live ones. They are sent when the person's clock is moved. */
export function createSandboxReminders(deps: SandboxReminderDeps): ClockSource {
  const { db, world } = deps
  return {
    async findNext(agent, asid) {
      const [sandbox, clock] = [await findSandboxState(db, agent, asid), await findSandboxClock(db, agent, asid)]
      if (!sandbox?.appointments.some(isOpenAppointment)) return undefined
      const definition = await deps.definitions.read(db, agent)
      const { reminders = {} } = clock?.timers ?? {}
      const due = sandbox.appointments.flatMap((appointment): DueReminder[] => {
        const key = `${appointment.id}-${Date.parse(appointment.startUtc)}`
        const { waitsUntil, isOver } = reminders[key] ?? {}
        const start = new Date(appointment.startUtc)
        if (isOver || !isOpenAppointment(appointment) || start <= world.now()) return []
        const booked = appointment.bookedAt === undefined ? sandbox.partner.createdAt : new Date(appointment.bookedAt)
        const at = waitsUntil === undefined ? computeReminderTime(definition, start, booked) : new Date(waitsUntil)
        return at && at < start ? [{ at, key, appointment }] : []
      })
      const [next] = due.toSorted((one, other) => one.at.getTime() - other.at.getTime())
      return next && { at: next.at, perform: () => sendReminder(agent, { next, sandbox, definition }, deps) }
    },
  }
}

type SandboxReminder = { next: DueReminder; sandbox: SandboxState; definition: ReminderDefinition }

async function sendReminder(
  agent: AgentKey,
  { next: { key, appointment }, sandbox, definition }: SandboxReminder,
  deps: SandboxReminderDeps,
): Promise<ClockEvent | undefined> {
  const { asid, channel, optedOut, partner } = sandbox
  const { startUtc, timezone, representativeName, locationId, locationName } = appointment
  const now = deps.world.now()
  const save = (timer: { waitsUntil?: string; isOver?: true }) =>
    saveSandboxTimer(deps.db, agent, { asid, kind: 'reminders', id: key, timer })
  const channels = [reachedOn({ channel, stopped: optedOut })]
  const decision = decideReminder(definition, { now, startUtc: new Date(startUtc), channels })
  if (decision.verdict === 'no') return void (await save({ isOver: true }))
  if (decision.verdict === 'held') return void (await save({ waitsUntil: nextDay(now).toISOString() }))
  if (decision.verdict === 'wait') return void (await save({ waitsUntil: decision.until.toISOString() }))
  const { firstName } = partner
  const about = {
    startUtc: new Date(startUtc),
    timezone,
    representativeName,
    locationId,
    locationName,
    firstName,
  }
  const { text, message } = composeReminder(definition, about)
  const captured = await deps.capture(agent, { asid, channel }, { ...message, id: `reminder-${key}` })
  if (!captured.accepted && captured.reason === 'heldByHuman')
    return void (await save({ waitsUntil: new Date(now.getTime() + heldMilliseconds).toISOString() }))
  await save({ isOver: true })
  if (!captured.accepted) return undefined
  const { playbookId } = definition.scheduling.reminders ?? {}
  await deps.recordInitiation(agent, asid, { text, playbookId, unlessInProgress: true })
  return { kind: 'reminder', messageIds: captured.messages.map(({ messageId }) => messageId) }
}

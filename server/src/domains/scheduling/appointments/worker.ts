import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { continueAt, defineWork, finish, newWorkColumns } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import { lockPerson } from '../../people/index.ts'
import type { BookingDeps } from '../deps.ts'
import type { DueColumns } from '../worker.ts'
import type { Appointment } from './appointment.ts'
import { findAppointmentById, lockAppointment, type OptionalDue } from './queries.ts'
import { updateCallTimes } from './side-effects.ts'

export type AppointmentWorkDeps = Pick<BookingDeps, 'announce' | 'world'> & { db: Db }

/** When an appointment ends, updates the person's last and next call. */
export function appointmentWork(deps: AppointmentWorkDeps) {
  return defineWork({
    kind: 'scheduling.appointments',
    table: 'appointments',
    key: ['agent_key', 'id'],
    async perform(row) {
      const agent = await findAgentByKey(deps.db, row.agent_key)
      const later = agent && (await inTransaction(deps.db, (tx) => recordCall(tx, agent, row.id, deps)))
      return later ? continueAt(later) : finish()
    },
  })
}

/** Returns when to check again if the appointment is not over yet. Idempotent. */
async function recordCall(tx: Db, agent: AgentKey, id: string, deps: AppointmentWorkDeps): Promise<Date | undefined> {
  const now = deps.world.now()
  const found = await findAppointmentById(tx, agent, id)
  // Locks the person first, like every change of an appointment.
  const person = found && (await lockPerson(tx, agent, found.personId))
  const over = person && (await lockAppointment(tx, agent, { personId: person.id, appointmentId: id }))
  // The person may have been merged while this waited for the lock, so the appointment is looked up again.
  if (found && !over) return now
  if (!over || over.status === 'cancelled') return undefined
  if (over.endUtc > now) return over.endUtc
  await updateCallTimes(tx, agent, { person, ended: over }, deps)
  return undefined
}

export function dueAtEnd({ endUtc }: Appointment): DueColumns {
  return newWorkColumns(endUtc)
}

export const neverDue: OptionalDue = { ...newWorkColumns(new Date(0)), due_at: null }

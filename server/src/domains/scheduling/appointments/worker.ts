import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { continueAt, defineWork, finish, newWorkColumns } from '../../../platform/work/index.ts'
import { findAgentByKey } from '../../agents/index.ts'
import { lockPerson } from '../../people/index.ts'
import type { BookingDeps } from '../deps.ts'
import type { DueColumns } from '../worker.ts'
import type { Appointment } from './appointment.ts'
import { updateCallTimes } from './call-times.ts'
import { findAppointmentById, inTransaction, lockAppointment, type OptionalDue } from './queries.ts'

export type AppointmentWorkDeps = Pick<BookingDeps, 'announce' | 'world'> & { db: Db }

/** When an appointment is over, the person has had their call, and the next one is what they wait for. */
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

/** Answers when to come back, if it is not done; safe to repeat. */
async function recordCall(tx: Db, agent: AgentKey, id: string, deps: AppointmentWorkDeps): Promise<Date | undefined> {
  const now = deps.world.now()
  const found = await findAppointmentById(tx, agent, id)
  // The person first, as everyone who changes an appointment does.
  const person = found && (await lockPerson(tx, agent, found.personId))
  const over = person && (await lockAppointment(tx, agent, { personId: person.id, appointmentId: id }))
  // Whose it was may have been merged into another person while they were waited for: it is looked up again.
  if (found && !over) return now
  if (!over || over.status === 'cancelled') return undefined
  if (over.endUtc > now) return over.endUtc
  await updateCallTimes(tx, agent, { person, ended: over }, deps)
  return undefined
}

/** The columns of an appointment that is to take place. */
export function createEndDue({ endUtc }: Appointment): DueColumns {
  return newWorkColumns(endUtc)
}

/** The columns of one that is not. */
export const neverDue: OptionalDue = { ...newWorkColumns(new Date(0)), due_at: null }

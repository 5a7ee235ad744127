import { appointmentStatuses } from '@parley/definition/vocabulary'
import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { PersonListener } from '../../people/index.ts'
import { requeueCalendarEvents } from '../calendars/worker.ts'
import type { BookingDeps } from '../deps.ts'
import { exportAppointments } from './queries/data-export.ts'
import { listAppointmentIds, reassignAppointments } from './queries.ts'
import { updateCallTimes } from './side-effects.ts'

const ExportedAppointment = z.strictObject({
  id: z.string(),
  startUtc: timestamp,
  endUtc: timestamp,
  prospectTimezone: z.string(),
  status: z.enum(appointmentStatuses),
  representative: z.string().optional(),
  location: z.string().optional(),
  notes: z.string().optional(),
  history: z.array(z.unknown()),
  createdAt: timestamp,
})

const appointmentDataExport: PersonListener['dataExport'] = {
  appointments: { entry: ExportedAppointment, read: exportAppointments },
}

/** Handles appointments when people are merged or erased. The rows of an erased person are deleted by cascade. */
export function createAppointmentPersonListener(deps: Pick<BookingDeps, 'announce' | 'world'>): PersonListener {
  return {
    dataExport: appointmentDataExport,
    async onMerge(tx, agent, { from, into }) {
      const moved = await reassignAppointments(tx, agent, { from: from.key, into: into.key })
      // The next call of the merged person may now be sooner.
      if (moved) await updateCallTimes(tx, agent, { person: into }, deps)
    },
    async onErase(tx, agent, person) {
      const ids = await listAppointmentIds(tx, agent, person.key)
      await requeueCalendarEvents(tx, agent, ids, deps.world.now())
    },
  }
}

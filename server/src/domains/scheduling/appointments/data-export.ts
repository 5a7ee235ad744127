import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'
import type { PersonListener } from '../../people/index.ts'
import { appointmentStatuses } from './appointment.ts'
import { exportAppointments } from './queries/data-export.ts'

const ExportedAppointment = z.strictObject({
  id: z.string(),
  startUtc: timestamp,
  endUtc: timestamp,
  prospectTimezone: z.string(),
  status: z.enum(appointmentStatuses),
  representative: z.string().optional(),
  notes: z.string().optional(),
  history: z.array(z.unknown()),
  createdAt: timestamp,
})

export const appointmentDataExport: PersonListener['dataExport'] = {
  appointments: { entry: ExportedAppointment, read: exportAppointments },
}

import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/people.ts'
import { StatusBadge } from '../../../components/StatusBadge.tsx'

export function AppointmentStatusBadge({ status }: { status: Schema<'Appointment'>['status'] }) {
  const look = { scheduled: 'booked', rescheduled: 'scheduled', cancelled: 'cancelled' }[status]
  return <StatusBadge status={look} label={strings.appointments.statuses[status]} />
}

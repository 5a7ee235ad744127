import type { Schema } from '@parley/sdk'
import { words } from '#words/people.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'

export function AppointmentStatusBadge({ status }: { status: Schema<'Appointment'>['status'] }) {
  const look = { scheduled: 'booked', rescheduled: 'scheduled', cancelled: 'cancelled' }[status]
  return <StatusBadge status={look} label={words.appointments.statuses[status]} />
}

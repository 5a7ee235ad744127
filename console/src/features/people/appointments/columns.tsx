import { Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/people.ts'
import type { DataColumn } from '../../../components/DataTable.tsx'
import { AppointmentMenu } from './AppointmentMenu.tsx'
import { AppointmentPerson } from './AppointmentPerson.tsx'
import { AppointmentStatusBadge } from './AppointmentStatusBadge.tsx'
import { formatDateTime } from './format-times.ts'

type Appointment = Schema<'Appointment'>
const texts = strings.appointments

/** `acts` adds the actions column, `whose` the person column. */
export function appointmentColumns({ acts, whose }: { acts: boolean; whose: boolean }): DataColumn<Appointment>[] {
  const person = {
    id: 'person',
    label: texts.person,
    cell: ({ personId }: Appointment) => <AppointmentPerson id={personId} />,
  }
  const change = {
    id: 'acts',
    label: strings.segments.actions,
    align: 'right' as const,
    cell: (appointment: Appointment) => <AppointmentMenu appointment={appointment} />,
  }
  return [
    {
      id: 'start',
      label: texts.start,
      cell: ({ startUtc }) => <time dateTime={startUtc}>{formatDateTime(startUtc)}</time>,
    },
    ...(whose ? [person] : []),
    { id: 'length', label: texts.length, wide: true, cell: ({ durationMinutes }) => texts.minutes(durationMinutes) },
    {
      id: 'representative',
      label: texts.representative,
      wide: true,
      cell: ({ representativeName, representativeId }) => representativeName ?? representativeId,
    },
    { id: 'status', label: texts.status, cell: ({ status }) => <AppointmentStatusBadge status={status} /> },
    {
      id: 'notes',
      label: texts.notes,
      wide: true,
      cell: ({ notes }) => (
        <Text size="sm" lineClamp={2}>
          {notes}
        </Text>
      ),
    },
    ...(acts ? [change] : []),
  ]
}

import { Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { words } from '#words/people.ts'
import type { Column } from '../../../parts/DataTable.tsx'
import { AppointmentActs } from './AppointmentActs.tsx'
import { AppointmentStatusBadge } from './AppointmentStatusBadge.tsx'
import { PersonName } from './PersonName.tsx'
import { spokenTime } from './times.ts'

type Appointment = Schema<'Appointment'>
const texts = words.appointments

/** `acts` where they may be changed, `whose` where they are of several people. */
export function appointmentColumns({ acts, whose }: { acts: boolean; whose: boolean }): Column<Appointment>[] {
  const person = {
    id: 'person',
    label: texts.person,
    cell: ({ personId }: Appointment) => <PersonName id={personId} />,
  }
  const change = {
    id: 'acts',
    label: words.segments.actions,
    align: 'right' as const,
    cell: (appointment: Appointment) => <AppointmentActs appointment={appointment} />,
  }
  return [
    {
      id: 'start',
      label: texts.start,
      cell: ({ startUtc }) => <time dateTime={startUtc}>{spokenTime(startUtc)}</time>,
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

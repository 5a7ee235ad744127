import { Text } from '@mantine/core'
import dayjs from 'dayjs'
import { useState } from 'react'
import { words } from '#words/people.ts'
import { useCan } from '../../../app/org.ts'
import { DataTable } from '../../../parts/DataTable.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { appointmentColumns } from './columns.tsx'
import { NoAppointments } from './NoAppointments.tsx'
import type { AppointmentSearch } from './search.ts'
import { useRange } from './useRange.ts'

const step = 50

/** Soonest first. */
export function Upcoming({ search }: { search: AppointmentSearch }) {
  const may = useCan('editor')
  const [from] = useState(() => dayjs().startOf('minute').toISOString())
  const [shown, setShown] = useState(step)
  const { data, error, refetch } = useRange({ from }, search)
  if (error) return <Trouble error={error} retry={refetch} />
  const all = data?.appointments
  return (
    <>
      <DataTable
        label={words.appointments.upcoming}
        columns={appointmentColumns({ acts: may, whose: true })}
        rows={all?.slice(0, shown)}
        rowId={({ id }) => id}
        more={{ has: (all?.length ?? 0) > shown, loading: false, load: () => setShown(shown + step) }}
        empty={<NoAppointments />}
      />
      {data?.cut && <Text className="quiet">{words.appointments.first(data.appointments.length)}</Text>}
    </>
  )
}

import dayjs from 'dayjs'
import { useState } from 'react'
import { words } from '#words/people.ts'
import { useList } from '../../../api/pages.ts'
import { useAgent } from '../../../app/org.ts'
import { DataTable } from '../../../parts/DataTable.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { appointmentColumns } from './columns.tsx'
import { NoAppointments } from './NoAppointments.tsx'
import type { AppointmentSearch } from './search.ts'

/** Latest first. */
export function PastAppointments({ search: { representativeId, status } }: { search: AppointmentSearch }) {
  const agent = useAgent()
  const [to] = useState(() => dayjs().toISOString())
  const query = { to, representativeId, status, limit: 50 }
  const { rows, error, refetch, more } = useList(agent.key('appointments', 'past', query), (page, signal) =>
    agent.api.get('/appointments', { query: { ...query, ...page }, signal }),
  )
  if (error) return <Trouble error={error} retry={refetch} />
  return (
    <DataTable
      label={words.appointments.past}
      columns={appointmentColumns({ acts: false, whose: true })}
      rows={rows}
      rowId={({ id }) => id}
      more={more}
      empty={<NoAppointments />}
    />
  )
}

import { Text } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useState } from 'react'
import { strings } from '#i18n/people.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import type { AppointmentSearch } from './appointment-search.ts'
import { appointmentColumns } from './columns.tsx'
import { useAppointmentsInRange } from './useAppointmentsInRange.ts'

const { emptyTitle, emptyText, toPeople } = strings.appointments

function NoAppointments() {
  const routeIds = useRouteIds()
  const action = useCan('editor') && (
    <ButtonLink to="/orgs/$org/agents/$agent/people" params={routeIds}>
      {toPeople}
    </ButtonLink>
  )
  return <EmptyState icon={IconCalendarOff} title={emptyTitle} text={emptyText} action={action} />
}

const step = 50
const texts = strings.appointments

/** Upcoming appointments, soonest first, or past ones, latest first. */
export function AppointmentTable({ view, search }: { view: 'upcoming' | 'past'; search: AppointmentSearch }) {
  const may = useCan('editor') && view === 'upcoming'
  const [now] = useState(() => dayjs().startOf('minute').toISOString())
  const [shown, setShown] = useState(step)
  const upcoming = view === 'upcoming'
  const { data, error, refetch } = useAppointmentsInRange(
    upcoming ? { from: now } : { to: now },
    search,
    upcoming ? 'soonest' : 'latest',
  )
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const all = data?.appointments
  return (
    <>
      <DataTable
        label={texts[view]}
        columns={appointmentColumns({ acts: may, whose: true })}
        rows={all?.slice(0, shown)}
        rowId={({ id }) => id}
        more={{ has: (all?.length ?? 0) > shown, loading: false, load: () => setShown(shown + step) }}
        empty={<NoAppointments />}
      />
      {data?.cut && <Text className="quiet">{texts.lastBooked(data.appointments.length)}</Text>}
    </>
  )
}

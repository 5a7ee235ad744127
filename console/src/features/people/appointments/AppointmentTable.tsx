import { Skeleton, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconCalendarOff } from '@tabler/icons-react'
import { useState } from 'react'
import { strings as appointmentsTexts } from '#i18n/appointments.ts'
import { strings } from '#i18n/people.ts'
import { useLocations, usePersonById, usePlaceTimeZone } from '../../../api/lookups.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { AnchorLink, ButtonLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { formatDateTime, isSameClock } from '../../../components/times.ts'
import { displayNameOf } from '../people-fields.ts'
import { AppointmentMenu } from './AppointmentMenu.tsx'
import type { AppointmentSearch } from './appointment-search.ts'
import { useAppointmentsInRange } from './useAppointments.ts'

/** Loads the person of an appointment, which has only an id. */
export function AppointmentPerson({ id }: { id: string }) {
  const routeIds = useRouteIds()
  const { data, isPending } = usePersonById(id)
  if (isPending) return <Skeleton h={14} w={120} />
  return (
    <AnchorLink
      to="/orgs/$org/agents/$agent/people/$personId"
      params={{ ...routeIds, personId: id }}
      search={{ tab: 'appointments' }}
      size="sm"
      fw={500}
    >
      {data ? displayNameOf(data) : strings.unnamed}
    </AnchorLink>
  )
}

export function AppointmentStatusBadge({ status }: { status: Schema<'Appointment'>['status'] }) {
  const look = { scheduled: 'booked', rescheduled: 'scheduled', cancelled: 'cancelled' }[status]
  return <StatusBadge status={look} label={appointmentsTexts.appointments.statuses[status]} />
}

type Appointment = Schema<'Appointment'>

/** In the zone of the place; a person elsewhere was told the time of theirs too. */
function AppointmentStart({ appointment: { startUtc, prospectTimezone } }: { appointment: Appointment }) {
  const zone = usePlaceTimeZone()
  if (!zone) return <Skeleton h={14} w={180} />
  return (
    <>
      <time dateTime={startUtc}>{formatDateTime(startUtc, zone)}</time>
      {!isSameClock(startUtc, zone, prospectTimezone) && (
        <Text size="xs" className="quiet">
          {texts.forPerson(formatDateTime(startUtc, prospectTimezone))}
        </Text>
      )}
    </>
  )
}

type ShownColumns = { acts: boolean; whose: boolean; where: boolean }

/** `acts` adds the actions column, `whose` the person column, `where` the column of the location. */
export function buildAppointmentColumns({ acts, whose, where }: ShownColumns): DataColumn<Appointment>[] {
  const person = {
    id: 'person',
    label: texts.person,
    cell: ({ personId }: Appointment) => <AppointmentPerson id={personId} />,
  }
  const location = {
    id: 'location',
    label: texts.location,
    wide: true,
    cell: ({ locationName, locationId }: Appointment) => locationName ?? locationId,
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
      cell: (appointment) => <AppointmentStart appointment={appointment} />,
    },
    ...(whose ? [person] : []),
    { id: 'length', label: texts.length, wide: true, cell: ({ durationMinutes }) => texts.minutes(durationMinutes) },
    {
      id: 'representative',
      label: texts.representative,
      wide: true,
      cell: ({ representativeName, representativeId }) => representativeName ?? representativeId,
    },
    ...(where ? [location] : []),
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

const { emptyTitle, emptyText, toPeople } = appointmentsTexts.appointments

function NoAppointments() {
  const routeIds = useRouteIds()
  const action = useCan('serve') && (
    <ButtonLink to="/orgs/$org/agents/$agent/people" params={routeIds}>
      {toPeople}
    </ButtonLink>
  )
  return <EmptyState icon={IconCalendarOff} title={emptyTitle} text={emptyText} action={action} />
}

const step = 50
const texts = appointmentsTexts.appointments

/** Upcoming appointments, soonest first, or past ones, latest first. */
export function AppointmentTable({ view, search }: { view: 'upcoming' | 'past'; search: AppointmentSearch }) {
  const may = useCan('serve') && view === 'upcoming'
  const where = useLocations().length > 0
  const [now] = useState(() => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString())
  const [visibleCount, setShown] = useState(step)
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
        columns={buildAppointmentColumns({ acts: may, whose: true, where })}
        rows={all?.slice(0, visibleCount)}
        rowId={({ id }) => id}
        more={{ has: (all?.length ?? 0) > visibleCount, loading: false, load: () => setShown(visibleCount + step) }}
        empty={<NoAppointments />}
      />
      {data?.cut && <Text className="quiet">{texts.lastBooked(data.appointments.length)}</Text>}
    </>
  )
}

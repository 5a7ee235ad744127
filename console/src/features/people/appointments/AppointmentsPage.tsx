import { ActionIcon, Button, Group, Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { appointmentStatuses } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/appointments.ts'
import { useLocations, usePlaceTimeZone, useRepresentatives } from '../../../api/lookups.ts'
import { useCan } from '../../../app/current-org.ts'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import {
  addDays,
  type CivilDay,
  dayIn,
  describeZone,
  formatCivilDay,
  formatDayRange,
  formatHour,
  formatHourWithZone,
  startOfDay,
} from '../../../components/times.ts'
import { AppointmentMenu } from './AppointmentMenu.tsx'
import { AppointmentPerson, AppointmentStatusBadge, AppointmentTable } from './AppointmentTable.tsx'
import type { AppointmentSearch } from './appointment-search.ts'
import { groupByDay, listDaysOfWeek } from './appointment-times.ts'
import { useAppointmentsInRange } from './useAppointments.ts'

const from = '/orgs/$org/agents/$agent/appointments'
const texts = strings.appointments
const views = ['upcoming', 'past', 'week'] as const

export function AppointmentsPage() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { view = 'upcoming' } = search
  const change = (next: AppointmentSearch) => navigate({ search: { ...search, ...next } })
  const zone = usePlaceTimeZone()
  return (
    <PageLayout title={texts.title} lead={texts.lead(zone && describeZone(zone, new Date().toISOString()))}>
      <LinkTabs label={texts.views}>
        {views.map((one) => (
          <Link
            key={one}
            from={from}
            search={{ ...search, view: one }}
            aria-current={one === view ? 'page' : undefined}
          >
            {texts[one]}
          </Link>
        ))}
      </LinkTabs>
      <Filters search={search} onChange={change} />
      {view === 'week' ? (
        zone ? (
          <WeekView search={search} zone={zone} onDay={(day) => change({ day })} />
        ) : (
          <Loading />
        )
      ) : (
        <AppointmentTable key={view} view={view} search={search} />
      )}
    </PageLayout>
  )
}

type Props = { search: AppointmentSearch; onChange: (next: AppointmentSearch) => void }

function Filters({ search: { representativeId, locationId, status }, onChange }: Props) {
  const representatives = useRepresentatives()
  const people = representatives.map(({ id, name }) => ({ value: id, label: name }))
  const locations = useLocations()
  const isMissing = representativeId && !people.some(({ value }) => value === representativeId)
  return (
    <Group>
      <Select
        label={texts.representative}
        data={[
          { value: '', label: texts.anyone },
          ...people,
          ...(isMissing ? [{ value: representativeId, label: representativeId }] : []),
        ]}
        allowDeselect={false}
        value={representativeId ?? ''}
        onChange={(id) => onChange({ representativeId: id || undefined })}
      />
      {(locations.length > 0 || locationId) && (
        <LocationFilter locations={locations} chosen={locationId} onChange={onChange} />
      )}
      <Select
        label={texts.status}
        data={[
          { value: '', label: texts.anyStatus },
          ...appointmentStatuses.map((value) => ({ value, label: texts.statuses[value] })),
        ]}
        allowDeselect={false}
        value={status ?? ''}
        onChange={(next) => onChange({ status: appointmentStatuses.find((one) => one === next) })}
      />
    </Group>
  )
}

type LocationFilterProps = Pick<Props, 'onChange'> & {
  locations: readonly Schema<'AgentLocation'>[]
  chosen: string | undefined
}

/** An agent without locations has no such filter. */
function LocationFilter({ locations, chosen, onChange }: LocationFilterProps) {
  const known = locations.map(({ id, name }) => ({ value: id, label: name }))
  const isMissing = chosen && !known.some(({ value }) => value === chosen)
  return (
    <Select
      label={texts.location}
      data={[{ value: '', label: texts.anywhere }, ...known, ...(isMissing ? [{ value: chosen, label: chosen }] : [])]}
      allowDeselect={false}
      value={chosen ?? ''}
      onChange={(id) => onChange({ locationId: id || undefined })}
    />
  )
}

type Appointment = Schema<'Appointment'>

type WeekViewProps = { search: AppointmentSearch; zone: string; onDay: (day: CivilDay | undefined) => void }

/** Seven days of the place side by side, or stacked on a phone. */
function WeekView({ search, zone, onDay }: WeekViewProps) {
  const days = listDaysOfWeek(search.day, zone)
  const monday = days[0] as CivilDay
  const end = Date.parse(startOfDay(addDays(monday, 7), zone)) - 1
  const range = { from: startOfDay(monday, zone), to: new Date(end).toISOString() }
  const { data, error, refetch } = useAppointmentsInRange(range, search)
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const booked = groupByDay(data?.appointments ?? [], zone)
  const go = (weeks: number) => onDay(addDays(monday, 7 * weeks))
  return (
    <Stack>
      <Group gap="xs">
        <ActionIcon variant="default" size="lg" aria-label={texts.previousWeek} onClick={() => go(-1)}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <Button variant="default" size="sm" onClick={() => onDay(undefined)}>
          {texts.thisWeek}
        </Button>
        <ActionIcon variant="default" size="lg" aria-label={texts.nextWeek} onClick={() => go(1)}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
        <Title order={2} size="h4" role="status">
          {formatDayRange(monday, addDays(monday, 6))}
        </Title>
      </Group>
      {data ? (
        <SimpleGrid cols={{ base: 1, sm: 2, md: 4, lg: 7 }} spacing="xs">
          {days.map((day) => (
            <Day key={day} day={day} zone={zone} booked={booked.get(day) ?? []} />
          ))}
        </SimpleGrid>
      ) : (
        <Loading />
      )}
    </Stack>
  )
}

function Day({ day, zone, booked }: { day: CivilDay; zone: string; booked: readonly Appointment[] }) {
  const today = day === dayIn(new Date().toISOString(), zone)
  return (
    <Stack gap={6} component="section" aria-label={formatCivilDay(day, 'long')} miw={0}>
      <Text size="sm" fw={today ? 700 : 500} c={today ? 'var(--mantine-primary-color-light-color)' : undefined}>
        {formatCivilDay(day, 'short')}
      </Text>
      {booked.length === 0 && (
        <Text size="xs" className="quiet">
          {texts.none}
        </Text>
      )}
      {booked.map((appointment) => (
        <AppointmentCard key={appointment.id} appointment={appointment} zone={zone} />
      ))}
    </Stack>
  )
}

function AppointmentCard({ appointment, zone }: { appointment: Appointment; zone: string }) {
  const may = useCan('serve')
  const { startUtc, endUtc, personId, representativeName, locationName, status } = appointment
  return (
    <Paper withBorder p="xs">
      <Stack gap={2}>
        <Text size="sm" fw={500} td={status === 'cancelled' ? 'line-through' : undefined}>
          {formatHour(startUtc, zone)} – {formatHourWithZone(endUtc, zone)}
        </Text>
        <AppointmentPerson id={personId} />
        {(representativeName || locationName) && (
          <Text size="xs" className="quiet">
            {[representativeName, locationName].filter(Boolean).join(' · ')}
          </Text>
        )}
        <Group justify="space-between" gap={4}>
          <AppointmentStatusBadge status={status} />
          {may && <AppointmentMenu appointment={appointment} />}
        </Group>
      </Stack>
    </Paper>
  )
}

import { ActionIcon, Button, Group, Paper, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { appointmentStatuses } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import dayjs, { type Dayjs } from 'dayjs'
import { strings } from '#i18n/people.ts'
import { useCan } from '../../../app/current-org.ts'
import { LinkTabs } from '../../../components/LinkTabs.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { useRepresentatives } from '../people-fields.ts'
import { AppointmentMenu } from './AppointmentMenu.tsx'
import { AppointmentPerson, AppointmentStatusBadge, AppointmentTable } from './AppointmentTable.tsx'
import type { AppointmentSearch } from './appointment-search.ts'
import { formatHour, formatLongDay, formatShortDay, groupByDay, listDaysOfWeek } from './appointment-times.ts'
import { useAppointmentsInRange } from './useAppointments.ts'

const from = '/orgs/$org/agents/$agent/appointments'
const texts = strings.appointments
const views = ['upcoming', 'past', 'week'] as const

export function AppointmentsPage() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { view = 'upcoming' } = search
  const change = (next: AppointmentSearch) => navigate({ search: { ...search, ...next } })
  return (
    <PageLayout title={texts.title} lead={texts.lead}>
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
        <WeekView search={search} onDay={(day) => change({ day })} />
      ) : (
        <AppointmentTable key={view} view={view} search={search} />
      )}
    </PageLayout>
  )
}

type Props = { search: AppointmentSearch; onChange: (next: AppointmentSearch) => void }

function Filters({ search: { representativeId, status }, onChange }: Props) {
  const representatives = useRepresentatives()
  const people = representatives.map(({ id, name }) => ({ value: id, label: name }))
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

type Appointment = Schema<'Appointment'>

/** Seven days side by side, or stacked on a phone. */
function WeekView({ search, onDay }: { search: AppointmentSearch; onDay: (day: string | undefined) => void }) {
  const days = listDaysOfWeek(search.day)
  const monday = days[0] as Dayjs
  const range = { from: monday.toISOString(), to: monday.add(7, 'day').subtract(1, 'millisecond').toISOString() }
  const { data, error, refetch } = useAppointmentsInRange(range, search)
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const booked = groupByDay(data?.appointments ?? [])
  const go = (weeks: number) => onDay(monday.add(weeks, 'week').format('YYYY-MM-DD'))
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
          {monday.format('D MMM')} – {monday.add(6, 'day').format('D MMM YYYY')}
        </Title>
      </Group>
      {data ? (
        <SimpleGrid cols={{ base: 1, sm: 2, md: 4, lg: 7 }} spacing="xs">
          {days.map((day) => (
            <Day key={day.format()} day={day} booked={booked.get(day.format('YYYY-MM-DD')) ?? []} />
          ))}
        </SimpleGrid>
      ) : (
        <Loading />
      )}
    </Stack>
  )
}

function Day({ day, booked }: { day: Dayjs; booked: readonly Appointment[] }) {
  const today = day.isSame(dayjs(), 'day')
  const name = formatLongDay(day.toDate())
  return (
    <Stack gap={6} component="section" aria-label={name} miw={0}>
      <Text size="sm" fw={today ? 700 : 500} c={today ? 'var(--mantine-primary-color-light-color)' : undefined}>
        {formatShortDay(day.toDate())}
      </Text>
      {booked.length === 0 && (
        <Text size="xs" className="quiet">
          {texts.none}
        </Text>
      )}
      {booked.map((appointment) => (
        <AppointmentCard key={appointment.id} appointment={appointment} />
      ))}
    </Stack>
  )
}

function AppointmentCard({ appointment }: { appointment: Appointment }) {
  const may = useCan('editor')
  const { startUtc, endUtc, personId, representativeName, status } = appointment
  return (
    <Paper withBorder p="xs">
      <Stack gap={2}>
        <Text size="sm" fw={500} td={status === 'cancelled' ? 'line-through' : undefined}>
          {formatHour(startUtc)} – {formatHour(endUtc)}
        </Text>
        <AppointmentPerson id={personId} />
        {representativeName && (
          <Text size="xs" className="quiet">
            {representativeName}
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

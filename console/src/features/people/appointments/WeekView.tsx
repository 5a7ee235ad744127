import { ActionIcon, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import dayjs, { type Dayjs } from 'dayjs'
import { strings } from '#i18n/people.ts'
import { useCan } from '../../../app/current-org.ts'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'

import { AppointmentMenu } from './AppointmentMenu.tsx'
import { AppointmentPerson, AppointmentStatusBadge } from './AppointmentTable.tsx'

import type { AppointmentSearch } from './appointment-search.ts'
import { formatHour, formatLongDay, formatShortDay } from './format-times.ts'
import { useAppointmentsInRange } from './useAppointmentsInRange.ts'
import { groupByDay, listDaysOfWeek } from './week.ts'

type Appointment = Schema<'Appointment'>
const texts = strings.appointments

/** Seven days side by side, or stacked on a phone. */
export function WeekView({ search, onDay }: { search: AppointmentSearch; onDay: (day: string | undefined) => void }) {
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

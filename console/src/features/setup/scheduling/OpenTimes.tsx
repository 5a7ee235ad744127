import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/scheduling.ts'
import { useAgent } from '../../../app/current-org.ts'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import type { SchedulingForm } from './scheduling-form.ts'

const { scheduling: texts } = strings
const daysShown = 7
const maxPerDay = 12

/** Bookable slots of the coming week, from the saved settings. */
export function OpenTimes({ saved }: { saved: SchedulingForm | undefined }) {
  const agent = useAgent()
  const read = useQuery({
    queryKey: agent.key('slots', saved),
    queryFn: ({ signal }) => {
      const from = new Date()
      const to = new Date(from.getTime() + daysShown * 86_400_000)
      return agent.api.get('/scheduling/slots', { query: { from: from.toISOString(), to: to.toISOString() }, signal })
    },
    enabled: saved !== undefined,
  })
  const zone = saved?.timezone || 'UTC'
  const days = useMemo(() => byDay(read.data?.data ?? [], zone), [read.data, zone])
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={3} size="h5">
          {texts.open}
        </Title>
        <Text size="sm" className="quiet">
          {texts.openHelp(zone)}
        </Text>
        {read.error && <ErrorAlert error={read.error} retry={read.refetch} />}
        {!read.data && !read.error && <Loading />}
        {read.data && days.length === 0 && <Text size="sm">{texts.noOpen}</Text>}
        {read.data && read.data.unreachableCalendars.length > 0 && (
          <Text size="sm" role="status">
            {texts.unreachable(read.data.unreachableCalendars.join(', '))}
          </Text>
        )}
        {days.map(({ day, times }) => (
          <Group key={day} gap={6} align="center">
            <Text size="sm" fw={500} w={110}>
              {day}
            </Text>
            {times.slice(0, maxPerDay).map((time) => (
              <Badge key={time} variant="default" tt="none">
                {time}
              </Badge>
            ))}
            {times.length > maxPerDay && <Text size="sm">{texts.moreTimes(times.length - maxPerDay)}</Text>}
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

function byDay(slots: readonly { startUtc: string }[], timeZone: string): { day: string; times: string[] }[] {
  const dayOf = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone })
  const timeOf = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false, timeZone })
  const days = Map.groupBy(slots, ({ startUtc }) => dayOf.format(new Date(startUtc)))
  return [...days].map(([day, found]) => ({
    day,
    times: [...new Set(found.map(({ startUtc }) => timeOf.format(new Date(startUtc))))],
  }))
}

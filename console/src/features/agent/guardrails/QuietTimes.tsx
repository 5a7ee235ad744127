import { Badge, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/agent.ts'
import { language } from '#i18n/language.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import { HoursClock } from '../../../components/HoursClock.tsx'
import { AnchorLink } from '../../../components/links.tsx'

const { times } = strings
const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
const mostDays = 24

/** Quiet hours of the agent: edited elsewhere, shown here with the other restrictions. */
export function QuietTimes() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <SafeHours />
      <BlackoutDates />
    </SimpleGrid>
  )
}

function SafeHours() {
  const org = useOrg()
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('settings', 'sending'),
    queryFn: ({ signal }) => agent.api.get('/settings/sending', { signal }),
  })
  if (!data) return null
  const hours = data.safeHours
  const always = !hours || hours.startHour === hours.endHour
  const label = always ? times.always : times.between(clock(hours.startHour), clock(hours.endHour), hours.timeZone)
  return (
    <Paper withBorder p="md" component="section" aria-label={times.safeHours}>
      <Group wrap="nowrap" align="flex-start">
        <HoursClock hours={hours} label={label} />
        <Stack gap={4}>
          <Title order={3} size="h5">
            {times.safeHours}
          </Title>
          <Text size="sm">{label}</Text>
          <AnchorLink
            size="sm"
            to="/orgs/$org/agents/$agent/outreach/settings"
            params={{ org: org.id, agent: agent.id }}
          >
            {times.changeHours}
          </AnchorLink>
        </Stack>
      </Group>
    </Paper>
  )
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

function BlackoutDates() {
  const org = useOrg()
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('scheduling', 'plain'),
    queryFn: ({ signal }) => agent.api.get('/scheduling', { signal }),
  })
  if (!data) return null
  const dates = (data.blackoutDates ?? []).toSorted()
  return (
    <Paper withBorder p="md" component="section" aria-label={times.blackoutDates}>
      <Stack gap={6}>
        <Title order={3} size="h5">
          {times.blackoutDates}
        </Title>
        <Text size="sm">{dates.length === 0 ? times.noDates : times.dates}</Text>
        <Group gap={4}>
          {dates.slice(0, mostDays).map((date) => (
            <Badge key={date} variant="default" tt="none">
              {day.format(new Date(`${date}T00:00:00Z`))}
            </Badge>
          ))}
          {dates.length > mostDays && <Text size="sm">{times.more(dates.length - mostDays)}</Text>}
        </Group>
        <AnchorLink size="sm" to="/orgs/$org/agents/$agent/setup/scheduling" params={{ org: org.id, agent: agent.id }}>
          {times.changeDates}
        </AnchorLink>
      </Stack>
    </Paper>
  )
}

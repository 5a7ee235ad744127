import { Alert, Button, Group, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/appointments.ts'
import { usePlaceTimeZone, useRepresentatives } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { addDays, dayIn, describeZone, formatCivilDay, formatHour, startOfDay } from '../../../components/times.ts'
import { getRepresentativeName } from '../people-fields.ts'
import { groupByDay } from './appointment-times.ts'

type Props = {
  representativeId: string | undefined
  locationId: string | undefined
  value: string | undefined
  onChange: (startUtc: string) => void
}
const texts = strings.appointments
const shownDays = 14

export function SlotPicker({ representativeId, locationId, value, onChange }: Props) {
  const agent = useAgent()
  const representatives = useRepresentatives()
  const [ahead, setAhead] = useState(0)
  const zone = usePlaceTimeZone()
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('slots', representativeId, locationId, ahead, zone),
    queryFn: ({ signal }) => {
      const now = new Date().toISOString()
      const first = addDays(dayIn(now, zone ?? 'UTC'), ahead * shownDays)
      const range = {
        from: ahead === 0 ? now : startOfDay(first, zone ?? 'UTC'),
        to: startOfDay(addDays(first, shownDays), zone ?? 'UTC'),
      }
      return agent.api.get('/scheduling/slots', { query: { ...range, representativeId, locationId }, signal })
    },
    enabled: zone !== undefined,
    staleTime: 0,
  })
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {texts.slots}
        </Text>
        <Group gap={4}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconChevronLeft size={14} aria-hidden />}
            disabled={ahead === 0}
            onClick={() => setAhead(ahead - 1)}
          >
            {texts.earlier}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            rightSection={<IconChevronRight size={14} aria-hidden />}
            onClick={() => setAhead(ahead + 1)}
          >
            {texts.later}
          </Button>
        </Group>
      </Group>
      {error && <ErrorAlert error={error} retry={refetch} />}
      {data ? (
        <Days slots={data.data} zone={data.timezone} value={value} onChange={onChange} />
      ) : (
        !error && <Skeleton h={160} />
      )}
      {data && (
        <Text size="xs" className="quiet">
          {texts.zone(describeZone(data.timezone, value ?? data.data[0]?.startUtc ?? new Date().toISOString()))}
        </Text>
      )}
      {data?.unreachableCalendars.map((id) => (
        <Alert key={id} variant="default" title={texts.unreachable(getRepresentativeName(representatives, id))} />
      ))}
    </Stack>
  )
}

type DaysProps = Omit<Props, 'representativeId' | 'locationId'> & {
  slots: readonly { startUtc: string }[]
  zone: string
}

function Days({ slots, zone, value, onChange }: DaysProps) {
  if (slots.length === 0) return <Text className="quiet">{texts.noSlots}</Text>
  return (
    <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': texts.slots }}>
      <Stack gap="sm" pr="sm">
        {[...groupByDay(slots, zone)].map(([day, open]) => (
          <Stack key={day} gap={6} role="group" aria-label={formatCivilDay(day, 'long')}>
            <Text size="sm" className="quiet">
              {formatCivilDay(day, 'long')}
            </Text>
            <Group gap={6}>
              {open.map(({ startUtc }) => (
                <Button
                  key={startUtc}
                  size="compact-sm"
                  fw={500}
                  miw="7.5rem"
                  variant={startUtc === value ? 'filled' : 'default'}
                  aria-pressed={startUtc === value}
                  onClick={() => onChange(startUtc)}
                >
                  {formatHour(startUtc, zone)}
                </Button>
              ))}
            </Group>
          </Stack>
        ))}
      </Stack>
    </ScrollArea.Autosize>
  )
}

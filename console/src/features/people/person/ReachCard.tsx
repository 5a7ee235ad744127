import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/people.ts'
import { useAgent } from '../../../app/current-org.ts'
import { localizeTimestamps } from '../../../components/localize-timestamps.ts'
import { ToneBadge } from '../ToneBadge.tsx'
import { PersonSideCard } from './PersonSideCard.tsx'

const texts = strings.reach
const colours = { now: 'green', later: 'blue', no: 'gray' } as const

/** Whether anything may be sent to this person now, by what, and why not. */
export function ReachabilityCard({ personId }: { personId: string }) {
  const agent = useAgent()
  const { data, isError } = useQuery({
    queryKey: agent.key('person', personId, 'reachability'),
    queryFn: ({ signal }) => agent.api.get('/people/{personId}/reachability', { path: { personId }, signal }),
  })
  if (isError) return null
  return (
    <PersonSideCard title={texts.title}>
      {data ? (
        <Stack gap="xs">
          {Object.entries(data.origins).map(([origin, { allowed, says }]) => (
            <Stack key={origin} gap={0}>
              <Group gap={6}>
                <Text size="sm" fw={500}>
                  {texts.origins[origin] ?? origin}
                </Text>
                <ToneBadge tone={colours[allowed]}>{texts.allowed[allowed]}</ToneBadge>
              </Group>
              <Text size="xs" className="quiet">
                {localizeTimestamps(says)}
              </Text>
            </Stack>
          ))}
        </Stack>
      ) : (
        <Skeleton h={80} />
      )}
    </PersonSideCard>
  )
}

import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { words } from '#words/people.ts'
import { useAgent } from '../../../app/org.ts'
import { spoken } from '../../../parts/spoken.ts'
import { Tone } from '../Tone.tsx'
import { Card } from './Card.tsx'

const texts = words.reach
const colours = { now: 'green', later: 'blue', no: 'gray' } as const

/** Whether anything may be sent to this person now, by what, and why not. */
export function ReachCard({ personId }: { personId: string }) {
  const agent = useAgent()
  const { data, isError } = useQuery({
    queryKey: agent.key('person', personId, 'reachability'),
    queryFn: ({ signal }) => agent.api.get('/people/{personId}/reachability', { path: { personId }, signal }),
  })
  if (isError) return null
  return (
    <Card title={texts.title}>
      {data ? (
        <Stack gap="xs">
          {Object.entries(data.origins).map(([origin, { allowed, says }]) => (
            <Stack key={origin} gap={0}>
              <Group gap={6}>
                <Text size="sm" fw={500}>
                  {texts.origins[origin] ?? origin}
                </Text>
                <Tone tone={colours[allowed]}>{texts.allowed[allowed]}</Tone>
              </Group>
              <Text size="xs" className="quiet">
                {spoken(says)}
              </Text>
            </Stack>
          ))}
        </Stack>
      ) : (
        <Skeleton h={80} />
      )}
    </Card>
  )
}

import { Alert, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { channelName } from '#words/channel-names.ts'
import { words } from '#words/outreach.ts'
import { useAgent } from '../../../app/org.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { spoken } from '../../../parts/spoken.ts'

const { send } = words
const looks = {
  now: { color: 'green', Icon: IconCircleCheck },
  later: { color: 'yellow', Icon: IconClock },
  no: { color: 'red', Icon: IconCircleX },
}

/** Whether a named send may go to this person now, and what that rests on. */
export function Reach({ personId, outreachId }: { personId: string; outreachId: string }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('reachability', personId, outreachId),
    queryFn: ({ signal }) =>
      agent.api.get('/people/{personId}/reachability', { path: { personId }, query: { outreachId }, signal }),
  })
  if (!data) return null
  const { named } = data.origins
  const { color, Icon } = looks[named.allowed]
  const { consent, stops = [] } = data.facts
  return (
    <Alert
      color={color}
      icon={<Icon aria-hidden />}
      title={`${send.reach} ${send.allowed[named.allowed]}`}
      role="status"
    >
      <Text size="sm" mb="xs">
        {spoken(named.says)}
      </Text>
      <Group gap={6}>
        <StatusBadge status={consent.status} label={send.consent(words.filter.consents[consent.status])} />
        {stops.map(({ channel, at }) => (
          <StatusBadge key={`${channel} ${at}`} status="optedOut" label={send.stopped(channelName(channel))} />
        ))}
      </Group>
    </Alert>
  )
}

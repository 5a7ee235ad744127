import { Alert, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { channelName } from '#i18n/channel-names.ts'
import { strings } from '#i18n/outreach.ts'
import { useAgent } from '../../../app/current-org.ts'
import { localizeTimestamps } from '../../../components/localize-timestamps.ts'
import { StatusBadge } from '../../../components/StatusBadge.tsx'

const { send } = strings
const reachColors = {
  now: { color: 'green', Icon: IconCircleCheck },
  later: { color: 'yellow', Icon: IconClock },
  no: { color: 'red', Icon: IconCircleX },
}

/** Whether a named send may go to this person now, and what that rests on. */
export function ReachabilityResult({ personId, outreachId }: { personId: string; outreachId: string }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('reachability', personId, outreachId),
    queryFn: ({ signal }) =>
      agent.api.get('/people/{personId}/reachability', { path: { personId }, query: { outreachId }, signal }),
  })
  if (!data) return null
  const { named } = data.origins
  const { color, Icon } = reachColors[named.allowed]
  const { consent, stops = [] } = data.facts
  return (
    <Alert
      color={color}
      icon={<Icon aria-hidden />}
      title={`${send.reach} ${send.allowed[named.allowed]}`}
      role="status"
    >
      <Text size="sm" mb="xs">
        {localizeTimestamps(named.says)}
      </Text>
      <Group gap={6}>
        <StatusBadge status={consent.status} label={send.consent(strings.filter.consents[consent.status])} />
        {stops.map(({ channel, at }) => (
          <StatusBadge key={`${channel} ${at}`} status="optedOut" label={send.stopped(channelName(channel))} />
        ))}
      </Group>
    </Alert>
  )
}

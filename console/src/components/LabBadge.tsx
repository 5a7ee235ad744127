import { Alert, Anchor, Group, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/handset.ts'
import { useGateway } from '../api/lookups.ts'
import { useAgent, useCan, useRouteIds } from '../app/current-org.ts'
import { AnchorLink } from './links.tsx'
import { TagChip } from './StatusBadge.tsx'

type Channel = Schema<'ChannelBinding'>['channel']

/** Marks what the handset lab carries: it reaches no real phone. */
export function LabBadge({ short = false }: { short?: boolean }) {
  return (
    <TagChip tone="yellow" whole title={strings.lab.text}>
      {short ? strings.lab.short : strings.lab.name}
    </TagChip>
  )
}

const none: readonly Channel[] = []

/** The channels of the agent whose messages stay in the handset lab. */
export function useLabChannels(): readonly Channel[] {
  const agent = useAgent()
  const enabled = useCan('viewer')
  const { data } = useQuery({
    queryKey: agent.key('channels'),
    queryFn: ({ signal }) => agent.api.get('/channels', { signal }),
    enabled,
  })
  return data?.data.flatMap(({ carrier, channel }) => (carrier === 'lab' ? [channel] : [])) ?? none
}

/** Lists the channels whose messages stay in the lab, on pages that send messages. Shows nothing if every channel is live. */
export function LabNotice() {
  const channels = useLabChannels()
  const params = useRouteIds()
  const labUrl = useGateway().data?.labUrl
  if (channels.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconFlask aria-hidden />} p="xs" role="note">
      <Group gap="xs" justify="space-between">
        <Text size="sm" flex="1 1 16rem">
          {strings.lab.notice(channels.map((channel) => strings.channels[channel]))}
        </Text>
        {labUrl && (
          <Anchor size="sm" c="inherit" underline="always" href={labUrl} target="_blank" rel="noreferrer">
            {strings.lab.open}
          </Anchor>
        )}
        <AnchorLink size="sm" c="inherit" underline="always" to="/orgs/$org/agents/$agent/channels" params={params}>
          {strings.lab.channels}
        </AnchorLink>
      </Group>
    </Alert>
  )
}

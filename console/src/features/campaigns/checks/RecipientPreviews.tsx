import { Alert, Box, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/campaigns.ts'
import { useAgent } from '../../../app/current-org.ts'
import { type Channel, toRenderedBubbles } from '../../../components/handset/bubbles.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { PersonLink } from '../../outreach/shared/PersonPicker.tsx'
import type { Campaign } from '../campaign.ts'
import classes from './previews.module.css'

const { checks } = strings

/** Up to five recipients, each with the message as their phone will show it. */
export function RecipientPreviews({ campaign: { id, previews = [] } }: { campaign: Campaign }) {
  if (previews.length === 0) return <Text size="sm">{checks.noPreviews}</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={classes.row} aria-label={checks.previews} tabIndex={0}>
      {previews.map(({ personId, channel }) => (
        <Stack key={personId} gap={6} className={classes.one}>
          <Text size="sm" fw={600} ta="center">
            <PersonLink personId={personId} />
          </Text>
          <PersonPreview campaignId={id} personId={personId} channel={channel} />
        </Stack>
      ))}
    </section>
  )
}

type PersonPreviewProps = { campaignId: string; personId: string; channel?: Channel }

/** The opener as one person would receive it now, on the channel that reaches them. */
export function PersonPreview({ campaignId, personId, channel }: PersonPreviewProps) {
  const agent = useAgent()
  const query = { personId, ...(channel && { channel }) }
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('campaigns', campaignId, 'preview', query),
    queryFn: ({ signal }) => agent.api.get('/campaigns/{campaignId}/preview', { path: { campaignId }, query, signal }),
  })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Skeleton h={320} />
  if (data.blocked) {
    return (
      <Alert color="gray" title={checks.blocked}>
        {data.blocked.slot && checks.missing(data.blocked.slot)}
      </Alert>
    )
  }
  return (
    <Box>
      <HandsetView
        title={agent.name}
        channel={data.channel as Channel}
        bubbles={toRenderedBubbles(data.messages, { messageId: personId })}
        height="22rem"
      />
    </Box>
  )
}

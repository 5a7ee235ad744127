import { Alert, Box, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { words } from '#words/campaigns.ts'
import { useAgent } from '../../../app/org.ts'
import type { Channel } from '../../../parts/handset/bubble.ts'
import { bubblesOf } from '../../../parts/handset/bubbles.ts'
import { Handset } from '../../../parts/handset/Handset.tsx'
import { PersonName } from '../../outreach/shared/PersonName.tsx'
import type { Campaign } from '../campaign.ts'
import classes from './previews.module.css'

const { checks } = words

/** Up to five who get it, each as their phone will show it. */
export function Previews({ campaign: { id, previews = [] } }: { campaign: Campaign }) {
  if (previews.length === 0) return <Text size="sm">{checks.noPreviews}</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={classes.row} aria-label={checks.previews} tabIndex={0}>
      {previews.map(({ personId }) => (
        <Stack key={personId} gap={6} className={classes.one}>
          <Text size="sm" fw={600} ta="center">
            <PersonName personId={personId} />
          </Text>
          <PersonPreview campaignId={id} personId={personId} />
        </Stack>
      ))}
    </section>
  )
}

/** The opening as one person would get it now. */
export function PersonPreview({ campaignId, personId }: { campaignId: string; personId: string }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('campaigns', campaignId, 'preview', personId),
    queryFn: ({ signal }) =>
      agent.api.get('/campaigns/{campaignId}/preview', { path: { campaignId }, query: { personId }, signal }),
  })
  if (!data) return <Skeleton h={320} />
  if (data.blocked) {
    return (
      <Alert color="gray" title={checks.blocked}>
        {data.blocked.slot && checks.lacks(data.blocked.slot)}
      </Alert>
    )
  }
  const channel = data.channel as Channel
  return (
    <Box>
      <Handset
        title={agent.name}
        channel={channel}
        bubbles={bubblesOf(data.messages, { channel, messageId: personId })}
        height="22rem"
      />
    </Box>
  )
}

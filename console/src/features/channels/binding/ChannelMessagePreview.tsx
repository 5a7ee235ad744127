import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { strings } from '#i18n/channels.ts'
import { useAgent } from '../../../app/current-org.ts'
import { amfBubbles } from '../../../components/handset/bubbles.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import type { ChannelBinding } from '../data.ts'
import { BindingSection } from './BindingSection.tsx'
import { sampleMessages } from './sample.ts'

const { binding: texts } = strings

/** The agent on this channel: its name, a greeting and its own Things, as a phone shows them there. */
export function ChannelMessagePreview({ binding: { channel, inputs } }: { binding: ChannelBinding }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('channels', 'sample'),
    queryFn: ({ signal }) => agent.api.get('/knowledge/things', { signal }),
  })
  const title = inputs?.displayName ?? agent.name
  const bubbles = useMemo(
    () =>
      sampleMessages(title, data?.data ?? []).flatMap((message, at) =>
        amfBubbles(message, { channel, messageId: `sample-${at}` }),
      ),
    [title, channel, data],
  )
  return (
    <BindingSection title={texts.preview} text={texts.previewText}>
      <Group justify="center">
        <HandsetView channel={channel} bubbles={bubbles} title={title} />
      </Group>
    </BindingSection>
  )
}

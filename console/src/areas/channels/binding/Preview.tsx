import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { words } from '#words/channels.ts'
import { useAgent } from '../../../app/org.ts'
import { bubblesOfAmf } from '../../../parts/handset/bubbles.ts'
import { Handset } from '../../../parts/handset/Handset.tsx'
import type { Binding } from '../data.ts'
import { Section } from './Section.tsx'
import { sampleMessages } from './sample.ts'

const { binding: w } = words

/** The agent on this channel: its name, a greeting and its own Things, as a phone shows them there. */
export function Preview({ binding: { channel, inputs } }: { binding: Binding }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('channels', 'sample'),
    queryFn: ({ signal }) => agent.api.get('/knowledge/things', { signal }),
  })
  const title = inputs?.displayName ?? agent.name
  const bubbles = useMemo(
    () =>
      sampleMessages(title, data?.data ?? []).flatMap((message, at) =>
        bubblesOfAmf(message, { channel, messageId: `sample-${at}` }),
      ),
    [title, channel, data],
  )
  return (
    <Section title={w.preview} text={w.previewText}>
      <Group justify="center">
        <Handset channel={channel} bubbles={bubbles} title={title} />
      </Group>
    </Section>
  )
}

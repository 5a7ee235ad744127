import { Group } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { strings } from '#i18n/channels.ts'
import { useAgent } from '../../../app/current-org.ts'
import { toAmfBubbles } from '../../../components/handset/bubbles.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import type { ChannelBinding } from '../data.ts'
import { BindingSection } from './BindingSection.tsx'

const { binding: sampleMessagesTexts } = strings
type Thing = Schema<'AgentThing'>
const spec = 'amf/1'
const mostCards = 3

/** A sample conversation start: a greeting with replies to tap, and cards of the agent's Things. */
function sampleMessages(name: string, things: readonly Thing[]): object[] {
  const offered =
    things.length > 0
      ? things.slice(0, mostCards)
      : [{ id: 'sample', name: sampleMessagesTexts.sampleThing, description: sampleMessagesTexts.sampleThingText }]
  const cards = offered.map(cardOf)
  const [only] = cards
  return [
    {
      spec,
      parts: [{ type: 'text', text: sampleMessagesTexts.hello(name) }],
      chips: sampleMessagesTexts.chips.map((label) => ({ label })),
    },
    {
      spec,
      parts: [
        { type: 'text', text: sampleMessagesTexts.look },
        cards.length === 1 ? { type: 'card', card: only } : { type: 'carousel', cards },
      ],
    },
  ]
}

function cardOf({ name, description, imageUrl }: Thing): object {
  return {
    title: name,
    ...(description && { description }),
    ...(imageUrl && { mediaUrl: imageUrl }),
    chips: [{ label: sampleMessagesTexts.more }],
  }
}

const { binding: texts } = strings

/** Preview of the agent on this channel: its name, a greeting and its Things. */
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
        toAmfBubbles(message, { channel, messageId: `sample-${at}` }),
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

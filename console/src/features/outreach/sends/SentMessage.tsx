import { Fieldset } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/sends.ts'
import { useAgent } from '../../../app/current-org.ts'
import { amfBubbles } from '../../../components/handset/bubbles.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import type { OutreachSend } from './useSends.ts'

/** The message as the person got it, for as long as it is kept. */
export function SentMessage({ send: { messageId, asid, channel, queuedAt } }: { send: OutreachSend }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('send-message', messageId),
    queryFn: async ({ signal }) => {
      const query = { userId: asid, origin: 'agent', type: 'content', start: queuedAt, limit: 50 } as const
      const { data: entries } = await agent.api.get('/messages', { query, signal })
      return entries.find((entry) => entry.messageId === messageId) ?? null
    },
  })
  if (!data || !messageId) return null
  const bubbles = amfBubbles(data.raw, { channel, messageId, at: data.timestamp }, data.text)
  return (
    <Fieldset legend={strings.one.message}>
      <HandsetView title={agent.name} channel={channel} bubbles={bubbles} height="24rem" />
    </Fieldset>
  )
}

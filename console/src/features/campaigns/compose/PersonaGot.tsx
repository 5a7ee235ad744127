import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/campaigns.ts'
import { useAgent } from '../../../app/current-org.ts'
import { renderedBubbles } from '../../../components/handset/bubbles.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import { useRcsPersonas } from '../../outreach/shared/outreach-config.ts'

const { rehearse: rehearsalMessagesTexts } = strings

/** What the phone of a persona shows of a rehearsal. */
export function RehearsalMessages({ personaId, since }: { personaId: string; since: string }) {
  const agent = useAgent()
  const persona = useRcsPersonas().data?.find(({ id }) => id === personaId)
  const { data } = useQuery({
    queryKey: agent.key('personas', personaId, 'turns', since),
    queryFn: ({ signal }) => agent.api.get('/personas/{personaId}/turns', { path: { personaId }, signal }),
  })
  if (!data || !persona) return null
  const { channel, name } = persona
  const turns = data.data.filter(({ at }) => at >= since)
  const bubbles = turns.flatMap(({ messages, at }) =>
    messages.flatMap(({ rendered, messageId }) => renderedBubbles(rendered, { channel, messageId, at })),
  )
  return (
    <Stack gap={6} w={280} maw="100%">
      <Text size="sm" fw={600}>
        {rehearsalMessagesTexts.got(name)}
      </Text>
      {bubbles.length > 0 ? (
        <HandsetView title={agent.name} channel={channel} bubbles={bubbles} height="22rem" />
      ) : (
        <Text size="sm">{rehearsalMessagesTexts.nothing}</Text>
      )}
    </Stack>
  )
}

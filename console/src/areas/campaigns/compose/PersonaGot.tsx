import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { words } from '#words/campaigns.ts'
import { useAgent } from '../../../app/org.ts'
import { bubblesOf } from '../../../parts/handset/bubbles.ts'
import { Handset } from '../../../parts/handset/Handset.tsx'
import { usePersonas } from '../../outreach/shared/configuration.ts'

const { rehearse: said } = words

/** What the phone of a persona shows of a rehearsal. */
export function PersonaGot({ personaId, since }: { personaId: string; since: string }) {
  const agent = useAgent()
  const persona = usePersonas().data?.find(({ id }) => id === personaId)
  const { data } = useQuery({
    queryKey: agent.key('personas', personaId, 'turns', since),
    queryFn: ({ signal }) => agent.api.get('/personas/{personaId}/turns', { path: { personaId }, signal }),
  })
  if (!data || !persona) return null
  const { channel, name } = persona
  const turns = data.data.filter(({ at }) => at >= since)
  const bubbles = turns.flatMap(({ messages, at }) =>
    messages.flatMap(({ rendered, messageId }) => bubblesOf(rendered, { channel, messageId, at })),
  )
  return (
    <Stack gap={6} w={280} maw="100%">
      <Text size="sm" fw={600}>
        {said.got(name)}
      </Text>
      {bubbles.length > 0 ? (
        <Handset title={agent.name} channel={channel} bubbles={bubbles} height="22rem" />
      ) : (
        <Text size="sm">{said.nothing}</Text>
      )}
    </Stack>
  )
}

import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/setup.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'

const { tools: oAuthStateTexts } = strings

/** Whether the account of a service is connected, and the way there. */
export function OAuthState({ toolId }: { toolId: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const path = { toolId }
  const { data } = useQuery({
    queryKey: agent.key('tool-oauth', toolId),
    queryFn: ({ signal }) => agent.api.get('/tools/{toolId}/oauth/status', { path, signal }),
  })
  const leaving = useMutation({
    mutationFn: () => agent.api.post('/tools/{toolId}/oauth/start', { path, body: { returnTo: window.location.href } }),
    onSuccess: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
    onError: notify.error,
  })
  const parting = useMutation({
    mutationFn: () => agent.api.post('/tools/{toolId}/oauth/disconnect', { path }),
    onSuccess: () => queries.invalidateQueries({ queryKey: agent.key('tool-oauth', toolId) }),
    onError: notify.error,
  })
  if (!data) return null
  const connected = data.status === 'connected'
  return (
    <Group gap="xs">
      <StatusBadge status={data.status} label={oAuthStateTexts.oauth[data.status]} />
      {data.lastError && <Text size="sm">{data.lastError}</Text>}
      {mayEdit && (
        <Button
          size="compact-sm"
          variant="default"
          loading={leaving.isPending || parting.isPending}
          onClick={() => (connected ? parting.mutate() : leaving.mutate())}
        >
          {connected ? oAuthStateTexts.disconnect : oAuthStateTexts.connect}
        </Button>
      )}
    </Group>
  )
}

import { Alert, Group, Text } from '@mantine/core'
import { IconBrain } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/home.ts'
import { useCan, useOrg } from '../app/current-org.ts'
import { AnchorLink } from './links.tsx'

const { model: texts } = strings.start

/** Which model answers for an agent: otherwise a newcomer takes the embedded one for all that the agent can do. */
export function ModelNotice({ agentId, onlyEmbedded = false }: { agentId: string; onlyEmbedded?: boolean }) {
  const org = useOrg()
  const [mayChange, isAdmin] = [useCan('editor'), useCan('admin')]
  const settings = useQuery({
    queryKey: org.key('agent', agentId, 'model-settings'),
    queryFn: ({ signal }) => org.api.agent(agentId).get('/settings/model', { signal }),
  })
  const models = useQuery({
    queryKey: org.key('models'),
    queryFn: ({ signal }) => org.api.get('/models', { signal }),
  })
  if (!settings.data || !models.data) return null
  const answering = models.data.data.find(({ id }) => id === (settings.data.modelId ?? 'default'))
  const isEmbedded = (answering?.provider ?? 'embedded') === 'embedded'
  if (onlyEmbedded && !isEmbedded) return null
  const hasOthers = models.data.data.some(({ provider }) => provider !== 'embedded')
  return (
    <Alert color={isEmbedded ? 'blue' : 'gray'} icon={<IconBrain aria-hidden />} p="xs">
      <Group gap="xs" justify="space-between">
        <Text size="sm" flex="1 1 14rem">
          {isEmbedded
            ? `${texts.embedded} ${texts.embeddedText}`
            : texts.answers(answering?.name ?? answering?.id ?? '')}
        </Text>
        {isAdmin && isEmbedded && !hasOthers ? (
          <AnchorLink size="sm" c="inherit" underline="always" to="/orgs/$org/settings/models" params={{ org: org.id }}>
            {texts.connect}
          </AnchorLink>
        ) : (
          mayChange && (
            <AnchorLink
              size="sm"
              c="inherit"
              underline="always"
              to="/orgs/$org/agents/$agent/setup/model"
              params={{ org: org.id, agent: agentId }}
            >
              {isEmbedded ? texts.connect : texts.change}
            </AnchorLink>
          )
        )}
      </Group>
    </Alert>
  )
}

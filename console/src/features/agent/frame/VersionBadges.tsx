import { Badge, Group, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/agent.ts'
import { useCatalog } from '../../../api/catalog.ts'
import { useAgent } from '../../../app/current-org.ts'
import { Timestamp } from '../../../components/Timestamp.tsx'

const etagLength = 7

/** Which version of the agent this is, when it came to be, and the template behind it. */
export function VersionBadges() {
  const { agent } = useAgent()
  const version = useVersion()
  const template = useCatalog('agent-templates').data?.find(({ id }) => id === agent.templateRef?.templateId)
  return (
    <Group gap={6}>
      {version && (
        <Tooltip label={strings.version.explained} multiline w={280}>
          <Badge variant="default" tt="none" fw={500} tabIndex={0}>
            {strings.version.named(version)} · <Timestamp at={agent.updatedAt} />
          </Badge>
        </Tooltip>
      )}
      {agent.templateRef && (
        <Badge variant="default" tt="none" fw={500}>
          {strings.version.from(template?.name ?? agent.templateRef.templateId, agent.templateRef.version)}
        </Badge>
      )}
    </Group>
  )
}

/** The mark of the whole document: the same content has the same, whoever looks. */
function useVersion(): string | undefined {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('version'),
    queryFn: async ({ signal }) => {
      const answer = await agent.api.raw('GET', '/export', { signal })
      await answer.body?.cancel()
      return answer.headers.get('etag') ?? ''
    },
  })
  return data?.replace(/[^A-Za-z0-9]/g, '').slice(0, etagLength)
}

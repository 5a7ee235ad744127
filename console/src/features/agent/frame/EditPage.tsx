import { Badge, Box, Flex, Group, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { strings } from '#i18n/agent.ts'
import { useCatalog } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { PartNav, PartSelect } from './PartNav.tsx'
import { PromptPreview } from './PromptPreview.tsx'

const etagLength = 7

/** The agent's version, its date, and the template it is based on. */
function VersionBadges() {
  const { agent } = useAgent()
  const version = useVersion()
  const template = useCatalog('agent-templates').data?.find(({ id }) => id === agent?.templateRef?.templateId)
  return (
    <Group gap={6}>
      {version && (
        <Tooltip label={strings.version.explained} multiline w={280}>
          <Badge variant="default" tt="none" fw={500} tabIndex={0}>
            {strings.version.named(version)}
            {agent && (
              <>
                {' · '}
                <Timestamp at={agent.updatedAt} />
              </>
            )}
          </Badge>
        </Tooltip>
      )}
      {agent?.templateRef && (
        <Badge variant="default" tt="none" fw={500}>
          {strings.version.from(template?.name ?? agent.templateRef.templateId, agent.templateRef.version)}
        </Badge>
      )}
    </Group>
  )
}

/** The ETag of the whole document: the same content has the same ETag for every reader. */
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

/** The agent editor; each part has its own URL. */
export function EditPage() {
  const agent = useAgent()
  return (
    <PageLayout title={agent.name} beside={<VersionBadges />} actions={<PromptPreview />}>
      <Flex gap="xl" align="flex-start" direction={{ base: 'column', md: 'row' }}>
        <Box w={216} visibleFrom="md" style={{ flexShrink: 0, position: 'sticky', top: 68 }}>
          <PartNav />
        </Box>
        <Box w="100%" hiddenFrom="md">
          <PartSelect />
        </Box>
        <Box flex={1} miw={0} w="100%" maw={860} pb={80}>
          <Outlet />
        </Box>
      </Flex>
    </PageLayout>
  )
}

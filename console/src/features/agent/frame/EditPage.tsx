import { Accordion, Alert, Badge, Box, Button, Flex, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { IconEye, IconMessageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { strings } from '#i18n/agent.ts'
import { useCatalog } from '../../../api/lookups.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import { SidePanel } from '../../../components/Dialog.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { editorParts } from './editor-parts.ts'
import { PartNav, PartSelect } from './PartNav.tsx'

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

const { promptPreview: sees } = strings
const lookbackTurns = 20

/** The agent's prompt, as of its latest turn. */
function PromptPreview() {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={open}>
        {sees.open}
      </Button>
      <SidePanel opened={opened} onClose={close} title={sees.open} size="lg">
        {opened && <LatestPrompt />}
      </SidePanel>
    </>
  )
}

function LatestPrompt() {
  const agent = useAgent()
  const read = useQuery({
    queryKey: agent.key('turns', 'latest'),
    queryFn: async ({ signal }) => {
      const { data } = await agent.api.get('/turns', { query: { limit: lookbackTurns }, signal })
      return data.find(({ sections }) => sections.length > 0) ?? null
    },
    staleTime: 0,
  })
  if (read.error) return <ErrorAlert error={read.error} retry={read.refetch} />
  if (read.data === undefined) return <Loading />
  return read.data === null ? <NoPromptYet /> : <Prompt turn={read.data} />
}

function NoPromptYet() {
  const org = useOrg()
  const agent = useAgent()
  return (
    <EmptyState
      icon={IconMessageOff}
      title={sees.none}
      text={sees.noneText}
      action={
        <AnchorLink size="sm" to="/orgs/$org/agents/$agent/emulator" params={{ org: org.id, agent: agent.id }}>
          {sees.emulator}
        </AnchorLink>
      }
    />
  )
}

function Prompt({ turn }: { turn: Schema<'TurnRecord'> }) {
  const { agent } = useAgent()
  const { pathname } = useLocation()
  const here = editorParts.find(({ to }) => pathname.endsWith(to.slice(to.lastIndexOf('/'))))?.section
  return (
    <Stack>
      <Text size="sm" className="quiet">
        {sees.lead}
      </Text>
      <Group gap={6}>
        <Text size="sm">{turn.test ? sees.rehearsed : sees.answered}</Text>
        <Text size="sm">
          <Timestamp at={turn.at} />
        </Text>
        {turn.playbookId && <Text size="sm">{sees.playbook(turn.playbookId)}</Text>}
      </Group>
      {agent && agent.updatedAt > turn.at && <Alert color="gray">{sees.changedSince}</Alert>}
      <Accordion multiple defaultValue={here ? [idOf(here)] : []} variant="separated">
        {turn.sections.map(({ name, text }) => (
          <Accordion.Item key={name} value={idOf(name)}>
            <Accordion.Control>{name}</Accordion.Control>
            <Accordion.Panel>
              <Text size="sm" ff="monospace" style={{ whiteSpace: 'pre-wrap' }}>
                {text}
              </Text>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  )
}

/** Element ids must not contain spaces. */
const idOf = (section: string): string => section.replaceAll(' ', '-')

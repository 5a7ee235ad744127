import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconAddressBook, IconCalendar, IconHeadset, IconMessages, IconRobotOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/home.ts'
import { useOrg } from '../../app/current-org.ts'
import { useAgentList } from '../../app/shell/Nav.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { EmptyState } from '../../components/PageStates.tsx'

const { frontDesk: texts } = strings
const agentPath = '/orgs/$org/agents/$agent'
const pages = [
  { to: `${agentPath}/desk`, label: texts.desk, icon: IconHeadset },
  { to: `${agentPath}/inbox`, label: texts.inbox, icon: IconMessages },
  { to: `${agentPath}/people`, label: texts.people, icon: IconAddressBook },
  { to: `${agentPath}/appointments`, label: texts.appointments, icon: IconCalendar },
] as const

/** Where a member of the front desk begins: their agents, what waits there, and the way to it. */
export function FrontDeskHome() {
  const agents = useAgentList()
  return (
    <PageLayout title={strings.title} lead={texts.lead}>
      {agents.length === 0 && <EmptyState icon={IconRobotOff} title={texts.noneTitle} text={texts.none} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {agents.map((agent) => (
          <AgentDesk key={agent.id} {...agent} />
        ))}
      </SimpleGrid>
    </PageLayout>
  )
}

const refreshMs = 30_000

function AgentDesk({ id, name }: { id: string; name: string }) {
  const org = useOrg()
  const { data: counts } = useQuery({
    queryKey: org.key('agent', id, 'desk', 'counts'),
    queryFn: ({ signal }) => org.api.agent(id).get('/desk/counts', { signal }),
    refetchInterval: refreshMs,
  })
  const facts = [
    [texts.waiting, counts?.waiting.conversations],
    [texts.mine, counts?.mine.conversations],
    [texts.unread, counts?.mine.unread],
  ] as const
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {name}
        </Title>
        <Group gap="lg">
          {facts.map(([label, count]) => (
            <Text key={label} size="sm">
              {label}: {count === undefined ? '–' : strings.number(count)}
            </Text>
          ))}
        </Group>
        <Group gap="xs">
          {pages.map(({ to, label, icon: Icon }) => (
            <ButtonLink
              key={to}
              to={to}
              params={{ org: org.id, agent: id }}
              variant="default"
              size="compact-sm"
              leftSection={<Icon size={16} aria-hidden />}
            >
              {label}
            </ButtonLink>
          ))}
        </Group>
      </Stack>
    </Paper>
  )
}

import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Switch, Text, ThemeIcon, Title } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { IconBook2, IconPlugConnected, IconPlus, IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/home.ts'
import { strings as usageWords } from '#i18n/usage.ts'
import { useCan, useOrg } from '../../app/current-org.ts'
import { ButtonLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../components/PageStates.tsx'
import { UsageCharts } from '../../components/usage/UsageCharts.tsx'
import { UsageFilters } from '../../components/usage/UsageFilters.tsx'
import { UsageTable } from '../../components/usage/UsageTable.tsx'
import { readUsageSearch, useUsage } from '../../components/usage/usage-data.ts'

import { AgentCards } from './agents/AgentCards.tsx'
import { AlertListView } from './alerts/AlertListView.tsx'

const routeId = '/orgs/$org/'

function TrafficChart({ agents }: { agents: readonly Schema<'AgentOverview'>[] }) {
  const search = useSearch({ from: routeId })
  const navigate = useNavigate({ from: routeId })
  const usage = useUsage(search)
  const [numbers, { toggle }] = useDisclosure()
  // If there is only one agent, the totals link to its lists.
  const agent = search.agent ?? (agents.length === 1 ? agents[0]?.agentId : undefined)
  return (
    <Stack gap="sm" component="section" aria-label={strings.traffic}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {strings.traffic}
        </Title>
        <UsageFilters search={search} change={(changed) => navigate({ search: readUsageSearch(changed) })} />
      </Group>
      {usage.error && <ErrorAlert error={usage.error} retry={usage.refetch} />}
      {usage.isPending && <Loading />}
      {usage.data && (
        <>
          <UsageCharts usage={usage.data} agent={agent} />
          <Group justify="space-between">
            <Switch label={usageWords.numbers} checked={numbers} onChange={toggle} />
            {!agent && (
              <Text size="sm" className="quiet">
                {usageWords.pickAgent}
              </Text>
            )}
          </Group>
          {numbers && <UsageTable usage={usage.data} agent={agent} />}
        </>
      )}
    </Stack>
  )
}

const { first } = strings
const steps = [
  { icon: IconRobot, ...first.steps.make },
  { icon: IconBook2, ...first.steps.teach },
  { icon: IconPlugConnected, ...first.steps.connect },
] as const

/** Empty state of an org: what an agent is and how to create one. */
function FirstRun() {
  const org = useOrg()
  const canMake = useCan('editor') && !org.isLimited
  return (
    <PageLayout title={first.title} lead={first.lead} width={960}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {steps.map(({ icon: Icon, title, text }) => (
          <Paper key={title} withBorder p="md">
            <Stack gap="xs">
              <ThemeIcon variant="light" size="lg" aria-hidden>
                <Icon size={20} />
              </ThemeIcon>
              <Title order={2} size="h5">
                {title}
              </Title>
              <Text size="sm">{text}</Text>
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
      {canMake ? (
        <Group>
          <ButtonLink to="/orgs/$org/new-agent" params={{ org: org.id }}>
            {first.make}
          </ButtonLink>
          <Anchor href="/docs/quick-start" target="_blank">
            {first.guide}
          </Anchor>
        </Group>
      ) : (
        <Text>{first.editorsOnly}</Text>
      )}
    </PageLayout>
  )
}

// Only agents that are not ready need it.
const GettingStarted = lazy(async () => ({
  default: (await import('./start/GettingStarted.tsx')).GettingStarted,
}))
const ModelNotice = lazy(async () => ({ default: (await import('../../components/ModelNotice.tsx')).ModelNotice }))

const useStoredIds = (key: string) =>
  useLocalStorage<string[]>({ key, defaultValue: [], getInitialValueInEffect: false })

/** The first steps of the chosen agent; by default, of the first agent without messages. */
function FirstSteps({ agents }: { agents: readonly Schema<'AgentOverview'>[] }) {
  const org = useOrg()
  const { agent: chosen } = useSearch({ from: routeId })
  const [hidden, setHidden] = useStoredIds(`parley.first-steps.hidden.${org.id}`)
  const [ready, setReady] = useStoredIds(`parley.first-steps.done.${org.id}`)
  const agent =
    agents.find(({ agentId }) => agentId === chosen) ??
    agents.find(({ lastMessageAt }) => lastMessageAt === undefined) ??
    agents[0]
  if (!agent) return null
  const { agentId, name } = agent
  if (ready.includes(agentId)) {
    return (
      <Suspense>
        <ModelNotice agentId={agentId} onlyEmbedded />
      </Suspense>
    )
  }
  if (hidden.includes(agentId)) {
    const show = () => setHidden(hidden.filter((id) => id !== agentId))
    return (
      <Button variant="subtle" size="compact-sm" w="fit-content" onClick={show}>
        {strings.start.show(name)}
      </Button>
    )
  }
  return (
    <Suspense>
      <GettingStarted
        key={agentId}
        agent={agent}
        hide={() => setHidden([...hidden, agentId])}
        finish={() => setReady([...ready, agentId])}
      />
    </Suspense>
  )
}

const FrontDeskHome = lazy(async () => ({ default: (await import('./FrontDeskHome.tsx')).FrontDeskHome }))

/** The front desk has a page of its own: it reads neither counts of the org nor the state of its agents. */
export function HomePage() {
  const isViewer = useCan('viewer')
  if (isViewer) return <Overview />
  return (
    <Suspense fallback={<Loading />}>
      <FrontDeskHome />
    </Suspense>
  )
}

/** Overview of the org: first steps, alerts, the state of each agent, and traffic. */
function Overview() {
  const org = useOrg()
  const overview = useQuery({
    queryKey: org.key('agents-overview'),
    queryFn: ({ signal }) => org.api.get('/agents-overview', { signal }),
    refetchInterval: 60_000,
  })
  const agents = overview.data?.data
  if (agents?.length === 0) return <FirstRun />
  return (
    <PageLayout title={strings.title} lead={agents && strings.lead(agents.length)} actions={<NewAgent />}>
      {overview.error && <ErrorAlert error={overview.error} retry={overview.refetch} />}
      {!agents && !overview.error && <Loading />}
      {agents && (
        <>
          <FirstSteps agents={agents} />
          <AlertListView agents={agents} />
          <AgentCards agents={agents} />
          <TrafficChart agents={agents} />
        </>
      )}
    </PageLayout>
  )
}

function NewAgent() {
  const org = useOrg()
  if (!useCan('editor') || org.isLimited) return null
  return (
    <ButtonLink
      to="/orgs/$org/new-agent"
      params={{ org: org.id }}
      size="sm"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {strings.newAgent}
    </ButtonLink>
  )
}

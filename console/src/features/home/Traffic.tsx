import { Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/home.ts'
import { strings as usageWords } from '#i18n/usage.ts'
import { ErrorAlert } from '../../components/ErrorAlert.tsx'
import { Loading } from '../../components/Loading.tsx'
import { readUsageSearch } from '../../components/usage/range.ts'
import { UsageCharts } from '../../components/usage/UsageCharts.tsx'
import { UsageFilters } from '../../components/usage/UsageFilters.tsx'
import { UsageTable } from '../../components/usage/UsageTable.tsx'
import { useUsage } from '../../components/usage/useUsage.ts'

const routeId = '/orgs/$org/'

/** What was said and done, day by day. */
export function TrafficChart({ agents }: { agents: readonly Schema<'AgentOverview'>[] }) {
  const search = useSearch({ from: routeId })
  const navigate = useNavigate({ from: routeId })
  const usage = useUsage(search)
  const [numbers, { toggle }] = useDisclosure()
  // With one agent, all agents are that one.
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

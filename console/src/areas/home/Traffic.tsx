import { Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { words } from '#words/home.ts'
import { words as usageWords } from '#words/usage.ts'
import { Loading } from '../../parts/Loading.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import { readUsageSearch } from '../../parts/usage/range.ts'
import { UsageCharts } from '../../parts/usage/UsageCharts.tsx'
import { UsageFilters } from '../../parts/usage/UsageFilters.tsx'
import { UsageTable } from '../../parts/usage/UsageTable.tsx'
import { useUsage } from '../../parts/usage/useUsage.ts'

const here = '/orgs/$org/'

/** What was said and done, day by day. */
export function Traffic({ agents }: { agents: readonly Schema<'AgentOverview'>[] }) {
  const search = useSearch({ from: here })
  const navigate = useNavigate({ from: here })
  const usage = useUsage(search)
  const [numbers, { toggle }] = useDisclosure()
  // With one agent, all agents are that one.
  const agent = search.agent ?? (agents.length === 1 ? agents[0]?.agentId : undefined)
  return (
    <Stack gap="sm" component="section" aria-label={words.traffic}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {words.traffic}
        </Title>
        <UsageFilters search={search} change={(changed) => navigate({ search: readUsageSearch(changed) })} />
      </Group>
      {usage.error && <Trouble error={usage.error} retry={usage.refetch} />}
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

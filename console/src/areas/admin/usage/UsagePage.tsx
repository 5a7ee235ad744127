import { Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { words } from '#words/admin.ts'
import { words as usageWords } from '#words/usage.ts'
import { useAgentList } from '../../../app/shell/Nav.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { Trouble } from '../../../parts/Trouble.tsx'
import { agentsAsCsv, daysAsCsv } from '../../../parts/usage/csv.ts'
import type { Usage } from '../../../parts/usage/measures.ts'
import { readUsageSearch } from '../../../parts/usage/range.ts'
import { UsageCharts } from '../../../parts/usage/UsageCharts.tsx'
import { UsageFilters } from '../../../parts/usage/UsageFilters.tsx'
import { UsageTable } from '../../../parts/usage/UsageTable.tsx'
import { useUsage } from '../../../parts/usage/useUsage.ts'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { AgentsTable } from './AgentsTable.tsx'

const { usage: said } = words
const here = '/orgs/$org/settings/usage'
type Shown = Usage & { agents?: Schema<'OrgUsage'>['agents'] }

/** How much there was: in charts, in tables, and as files. */
export function UsagePage() {
  const search = useSearch({ from: here })
  const navigate = useNavigate({ from: here })
  const usage = useUsage(search)
  const agents = useAgentList()
  const agent = search.agent ?? (agents.length === 1 ? agents[0]?.id : undefined)
  return (
    <SettingsFrame lead={said.lead}>
      <Group justify="space-between">
        <UsageFilters search={search} change={(changed) => navigate({ search: readUsageSearch(changed) })} />
        {usage.data && <Files usage={usage.data} />}
      </Group>
      {usage.error && <Trouble error={usage.error} retry={usage.refetch} />}
      {usage.isPending && <Loading />}
      {usage.data && <Counted usage={usage.data} agent={agent} />}
    </SettingsFrame>
  )
}

function Files({ usage }: { usage: Shown }) {
  const save = (text: string, name: string) => saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
  const icon = <IconDownload size={14} aria-hidden />
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" leftSection={icon} onClick={() => save(daysAsCsv(usage), said.daysFile)}>
        {said.daysCsv}
      </Button>
      {usage.agents && (
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          onClick={() => save(agentsAsCsv(usage.agents ?? []), said.agentsFile)}
        >
          {said.agentsCsv}
        </Button>
      )}
    </Group>
  )
}

function Counted({ usage, agent }: { usage: Shown; agent: string | undefined }) {
  const sendStates: Readonly<Record<string, string>> = said.sendStates
  return (
    <Stack gap="lg">
      <UsageCharts usage={usage} agent={agent} />
      {usage.agents && <AgentsTable agents={usage.agents} />}
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <Breakdown title={said.goals} rows={usage.goals.map(({ goalId, count }) => [goalId, count])} />
        <Breakdown title={said.failures} rows={usage.failures.map(({ reason, count }) => [reason, count])} />
        <Breakdown
          title={said.sends}
          rows={usage.sendStates.map(({ state, count }) => [sendStates[state] ?? state, count])}
        />
      </SimpleGrid>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {said.byDay(usage.timeZone)}
        </Title>
        <UsageTable usage={usage} agent={agent} />
      </Stack>
    </Stack>
  )
}

function Breakdown({ title, rows }: { title: string; rows: readonly (readonly [string, number])[] }) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Title order={3} size="sm" fw={500} className="quiet">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm">{said.none}</Text>
      ) : (
        <Table aria-label={title} fz="sm">
          <Table.Tbody>
            {rows.map(([name, count]) => (
              <Table.Tr key={name}>
                <Table.Th fw={400}>{name}</Table.Th>
                <Table.Td ta="right">{usageWords.number(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}

import { Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/admin.ts'
import { strings as usageWords } from '#i18n/usage.ts'
import { useAgentList } from '../../../app/shell/Nav.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { saveFile } from '../../../components/save-file.ts'
import { agentsAsCsv, daysAsCsv } from '../../../components/usage/csv.ts'
import type { Usage } from '../../../components/usage/measures.ts'
import { readUsageSearch } from '../../../components/usage/range.ts'
import { UsageCharts } from '../../../components/usage/UsageCharts.tsx'
import { UsageFilters } from '../../../components/usage/UsageFilters.tsx'
import { UsageTable } from '../../../components/usage/UsageTable.tsx'
import { useUsage } from '../../../components/usage/useUsage.ts'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { AgentsTable } from './AgentsTable.tsx'

const { usage: texts } = strings
const routeId = '/orgs/$org/settings/usage'
type UsageData = Usage & { agents?: Schema<'OrgUsage'>['agents'] }

/** How much there was: in charts, in tables, and as files. */
export function UsagePage() {
  const search = useSearch({ from: routeId })
  const navigate = useNavigate({ from: routeId })
  const usage = useUsage(search)
  const agents = useAgentList()
  const agent = search.agent ?? (agents.length === 1 ? agents[0]?.id : undefined)
  return (
    <SettingsFrame lead={texts.lead}>
      <Group justify="space-between">
        <UsageFilters search={search} change={(changed) => navigate({ search: readUsageSearch(changed) })} />
        {usage.data && <DownloadButtons usage={usage.data} />}
      </Group>
      {usage.error && <ErrorAlert error={usage.error} retry={usage.refetch} />}
      {usage.isPending && <Loading />}
      {usage.data && <UsageBreakdowns usage={usage.data} agent={agent} />}
    </SettingsFrame>
  )
}

function DownloadButtons({ usage }: { usage: UsageData }) {
  const save = (text: string, name: string) => saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
  const icon = <IconDownload size={14} aria-hidden />
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" leftSection={icon} onClick={() => save(daysAsCsv(usage), texts.daysFile)}>
        {texts.daysCsv}
      </Button>
      {usage.agents && (
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          onClick={() => save(agentsAsCsv(usage.agents ?? []), texts.agentsFile)}
        >
          {texts.agentsCsv}
        </Button>
      )}
    </Group>
  )
}

function UsageBreakdowns({ usage, agent }: { usage: UsageData; agent: string | undefined }) {
  const sendStates: Readonly<Record<string, string>> = texts.sendStates
  return (
    <Stack gap="lg">
      <UsageCharts usage={usage} agent={agent} />
      {usage.agents && <AgentsTable agents={usage.agents} />}
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <Breakdown title={texts.goals} rows={usage.goals.map(({ goalId, count }) => [goalId, count])} />
        <Breakdown title={texts.failures} rows={usage.failures.map(({ reason, count }) => [reason, count])} />
        <Breakdown
          title={texts.sends}
          rows={usage.sendStates.map(({ state, count }) => [sendStates[state] ?? state, count])}
        />
      </SimpleGrid>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {texts.byDay(usage.timeZone)}
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
        <Text size="sm">{texts.none}</Text>
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

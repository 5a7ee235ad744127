import { Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/admin.ts'
import { strings as usageWords } from '#i18n/usage.ts'
import { useOrg } from '../../../app/current-org.ts'
import { useAgentList } from '../../../app/shell/Nav.tsx'
import { Sparkline } from '../../../components/charts.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'

import { AnchorLink } from '../../../components/links.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { saveFile } from '../../../components/save-file.ts'
import { UsageCharts } from '../../../components/usage/UsageCharts.tsx'
import { UsageFilters } from '../../../components/usage/UsageFilters.tsx'
import { UsageTable } from '../../../components/usage/UsageTable.tsx'
import {
  formatAgentsAsCsv,
  formatDaysAsCsv,
  readUsageSearch,
  type Usage,
  type UsageMetric,
  useUsage,
} from '../../../components/usage/usage-data.ts'

import { SettingsFrame } from '../SettingsFrame.tsx'

const { usage: agentsTableTexts } = strings
type UsageOfAgent = Schema<'OrgUsage'>['agents'][number]
const shownMeasures: readonly UsageMetric[] = [
  'messagesIn',
  'messagesOut',
  'failed',
  'goalsReached',
  'sends',
  'testRuns',
]

function AgentsTable({ agents }: { agents: readonly UsageOfAgent[] }) {
  const columns: DataColumn<UsageOfAgent>[] = [
    { id: 'name', label: agentsTableTexts.agent, cell: (agent) => <Name agent={agent} /> },
    { id: 'traffic', label: agentsTableTexts.traffic, wide: true, cell: (agent) => <AgentTraffic agent={agent} /> },
    ...shownMeasures.map(
      (measure): DataColumn<UsageOfAgent> => ({
        id: measure,
        label: usageWords.headings[measure],
        align: 'right',
        wide: measure !== 'messagesIn' && measure !== 'messagesOut',
        cell: ({ totals }) => usageWords.number(totals[measure]),
      }),
    ),
    {
      id: 'tokens',
      label: usageWords.charts.tokens,
      align: 'right',
      wide: true,
      cell: ({ totals: { inputTokens, outputTokens, cacheReadTokens } }) =>
        usageWords.number(inputTokens + outputTokens + cacheReadTokens),
    },
  ]
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {agentsTableTexts.byAgent}
      </Title>
      <DataTable
        label={agentsTableTexts.byAgent}
        columns={columns}
        rows={agents}
        rowId={({ agentId }) => agentId}
        empty={agentsTableTexts.noAgent}
      />
    </Stack>
  )
}

function Name({ agent: { agentId, name } }: { agent: UsageOfAgent }) {
  const org = useOrg()
  const { days } = useSearch({ from: '/orgs/$org/settings/usage' })
  return (
    <AnchorLink
      size="sm"
      to="/orgs/$org/settings/usage"
      params={{ org: org.id }}
      search={{ ...(days && { days }), agent: agentId }}
    >
      {name}
    </AnchorLink>
  )
}

function AgentTraffic({ agent: { messages } }: { agent: UsageOfAgent }) {
  const sum = messages.reduce((all, count) => all + count, 0)
  return <Sparkline values={messages} label={agentsTableTexts.messagesIn(sum, messages.length)} />
}

const { usage: texts } = strings
const routeId = '/orgs/$org/settings/usage'
type UsageData = Usage & { agents?: Schema<'OrgUsage'>['agents'] }

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
  const save = (csv: Promise<string>, name: string) =>
    csv.then((text) => saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name), notify.error)
  const icon = <IconDownload size={14} aria-hidden />
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={icon}
        onClick={() => save(formatDaysAsCsv(usage), texts.daysFile)}
      >
        {texts.daysCsv}
      </Button>
      {usage.agents && (
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          onClick={() => save(formatAgentsAsCsv(usage.agents ?? []), texts.agentsFile)}
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

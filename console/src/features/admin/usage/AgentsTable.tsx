import { Stack, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/admin.ts'
import { strings as usageWords } from '#i18n/usage.ts'
import { useOrg } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { Sparkline } from '../../../components/Sparkline.tsx'
import type { UsageMetric } from '../../../components/usage/measures.ts'

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

/** The agents side by side. */
export function AgentsTable({ agents }: { agents: readonly UsageOfAgent[] }) {
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

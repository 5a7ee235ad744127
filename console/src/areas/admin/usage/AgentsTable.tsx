import { Stack, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useSearch } from '@tanstack/react-router'
import { words } from '#words/admin.ts'
import { words as usageWords } from '#words/usage.ts'
import { useOrg } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { Sparkline } from '../../../parts/Sparkline.tsx'
import type { Measure } from '../../../parts/usage/measures.ts'

const { usage: said } = words
type OfAgent = Schema<'OrgUsage'>['agents'][number]
const shown: readonly Measure[] = ['messagesIn', 'messagesOut', 'failed', 'goalsReached', 'sends', 'testRuns']

/** The agents side by side. */
export function AgentsTable({ agents }: { agents: readonly OfAgent[] }) {
  const columns: Column<OfAgent>[] = [
    { id: 'name', label: said.agent, cell: (agent) => <Name agent={agent} /> },
    { id: 'traffic', label: said.traffic, wide: true, cell: (agent) => <Traffic agent={agent} /> },
    ...shown.map(
      (measure): Column<OfAgent> => ({
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
        {said.byAgent}
      </Title>
      <DataTable
        label={said.byAgent}
        columns={columns}
        rows={agents}
        rowId={({ agentId }) => agentId}
        empty={said.noAgent}
      />
    </Stack>
  )
}

function Name({ agent: { agentId, name } }: { agent: OfAgent }) {
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

function Traffic({ agent: { messages } }: { agent: OfAgent }) {
  const sum = messages.reduce((all, count) => all + count, 0)
  return <Sparkline values={messages} label={said.messagesIn(sum, messages.length)} />
}

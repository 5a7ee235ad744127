import { Alert, Group, SegmentedControl, Stack, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/models.ts'
import { useAgent } from '../../../app/current-org.ts'
import { BarChart } from '../../../components/charts.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'

type CostEntry = Schema<'ModelCosts'>['data'][number]
type Grouping = keyof typeof strings.groupings

const groupings = Object.entries(strings.groupings).map(([value, { label }]) => ({ value, label }))

/** What the models of the agent cost in the last 30 days. */
export function Costs() {
  const agent = useAgent()
  const [groupBy, setGroupBy] = useState<Grouping>('day')
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('model-costs', groupBy),
    queryFn: ({ signal }) => agent.api.get('/usage/costs', { query: { groupBy }, signal }),
  })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {strings.costs}
        </Title>
        <SegmentedControl
          aria-label={strings.groupBy}
          size="xs"
          data={groupings}
          value={groupBy}
          onChange={(value) => setGroupBy(value as Grouping)}
        />
      </Group>
      {data?.budget && <Alert color="gray">{strings.spentOf(data.budget)}</Alert>}
      {groupBy === 'day' && <CostChart rows={data?.data ?? []} />}
      <CostTable rows={data?.data} groupBy={groupBy} />
    </Stack>
  )
}

const idOf = ({ key, cost }: CostEntry): string => `${key} ${cost?.currency ?? ''}`

function CostChart({ rows }: { rows: readonly CostEntry[] }) {
  if (rows.length < 2) return undefined
  return (
    <BarChart
      label={strings.costs}
      smallestTop={0}
      series={[{ name: strings.cost, color: 'var(--mantine-color-blue-6)' }]}
      bars={rows.map((row) => ({
        id: idOf(row),
        label: row.key,
        values: [row.cost?.amount ?? 0],
        tooltip: `${row.key}: ${strings.costOf(row.cost)}`,
      }))}
    />
  )
}

function CostTable({ rows, groupBy }: { rows: CostEntry[] | undefined; groupBy: Grouping }) {
  const columns: DataColumn<CostEntry>[] = [
    { id: groupBy, label: strings.groupings[groupBy].column, cell: ({ key }) => key },
    { id: 'calls', label: strings.calls, align: 'right', cell: ({ calls }) => strings.count(calls) },
    {
      id: 'input',
      label: strings.inputTokens,
      align: 'right',
      wide: true,
      cell: (row) => strings.count(row.inputTokens),
    },
    {
      id: 'output',
      label: strings.outputTokens,
      align: 'right',
      wide: true,
      cell: (row) => strings.count(row.outputTokens),
    },
    { id: 'cost', label: strings.cost, align: 'right', cell: ({ cost }) => strings.costOf(cost) },
  ]
  return <DataTable label={strings.costs} columns={columns} rows={rows} rowId={idOf} empty={strings.noCosts} />
}

import { Group, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { type LinkProps, linkOptions, useNavigate, useSearch } from '@tanstack/react-router'
import { strings as handsetWords } from '#i18n/handset.ts'
import { strings } from '#i18n/improve.ts'
import { useRouteIds } from '../../app/current-org.ts'
import { BarChart } from '../../components/charts.tsx'
import { type DataColumn, DataTable } from '../../components/DataTable.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../components/PageStates.tsx'
import { chartColors } from '../../components/usage/usage-data.ts'
import { ExportButton, ImproveFrame, SpanChoice } from './ImproveFrame.tsx'
import { fillDays, formatOutcomesAsCsv, type Outcome, useInsightWindow, useOutcomes } from './improve-data.ts'
import { type OutcomeGroup, outcomeGroups, type SessionFilterKind } from './improve-search.ts'

const routeId = '/orgs/$org/agents/$agent/improve/outcomes'
const { outcomes: words } = strings

export function OutcomesPage() {
  const search = useSearch({ from: routeId })
  const { days, by = 'day' } = search
  const navigate = useNavigate({ from: routeId })
  const window = useInsightWindow(days)
  const outcomes = useOutcomes(window, by)
  const rows = outcomes.data && (by === 'day' ? fillDays(outcomes.data, window) : outcomes.data)
  return (
    <ImproveFrame>
      <Group justify="space-between">
        <Group gap="sm">
          <SpanChoice days={days} change={(span) => navigate({ search: { ...search, days: span } })} />
          <SegmentedControl
            size="xs"
            aria-label={words.groupBy}
            data={outcomeGroups.map((group) => ({ value: group, label: words.groups[group] }))}
            value={by}
            onChange={(chosen) => navigate({ search: { ...search, by: chosen as OutcomeGroup } })}
          />
        </Group>
        <ExportButton
          format={() => formatOutcomesAsCsv(by, outcomes.data ?? [])}
          name={words.file}
          disabled={!outcomes.data?.length}
        />
      </Group>
      {outcomes.error && <ErrorAlert error={outcomes.error} retry={outcomes.refetch} />}
      {outcomes.isPending && <Loading />}
      {outcomes.data?.length === 0 && <EmptyState icon={IconChartBar} title={words.empty} text={words.emptyText} />}
      {rows && outcomes.data && outcomes.data.length > 0 && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {charts.map((chart) => (
              <OutcomeChart key={chart.id} chart={chart} rows={rows} by={by} window={window} />
            ))}
          </SimpleGrid>
          <OutcomeTable rows={outcomes.data} by={by} window={window} />
        </>
      )}
    </ImproveFrame>
  )
}

type ChartId = keyof typeof words.charts
type Chart = {
  id: ChartId
  outcome?: SessionFilterKind
  values: (row: Outcome) => number[]
  series: readonly [string, string][]
}

const charts: readonly Chart[] = [
  {
    id: 'sessions',
    values: ({ contained, sessions }) => [contained, sessions - contained],
    series: [
      [words.contained, chartColors.main],
      [words.notContained, chartColors.second],
    ],
  },
  {
    id: 'unanswered',
    outcome: 'unanswered',
    values: ({ unanswered }) => [unanswered],
    series: [[words.charts.unanswered, chartColors.bad]],
  },
  {
    id: 'handedOver',
    outcome: 'handedOver',
    values: ({ handedOver }) => [handedOver],
    series: [[words.charts.handedOver, chartColors.second]],
  },
  {
    id: 'goalsReached',
    outcome: 'goal',
    values: ({ goalsReached }) => [goalsReached],
    series: [[words.charts.goalsReached, chartColors.main]],
  },
]

type Listed = { rows: readonly Outcome[]; by: OutcomeGroup; window: { start: string; end: string } }

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

export function formatKey(by: OutcomeGroup, key: string): string {
  if (key === '') return words.without
  return by === 'channel' ? ((handsetWords.channels as Record<string, string>)[key] ?? key) : key
}

function OutcomeChart({ chart: { id, outcome, values, series }, rows, by, window }: Listed & { chart: Chart }) {
  const params = useRouteIds()
  const total = sum(rows.flatMap(values))
  return (
    <Paper withBorder p="sm" component="section" aria-label={words.charts[id]}>
      <Stack gap={4}>
        <Title order={2} size="sm" fw={500} className="quiet">
          {words.charts[id]}
        </Title>
        <Text fz="xl" fw={600} lh={1.2}>
          {strings.number(total)}
        </Text>
        <BarChart
          label={words.label(words.charts[id], total)}
          series={series.map(([name, color]) => ({ name, color }))}
          bars={rows.map((row) => ({
            id: row.key,
            label: formatKey(by, row.key),
            values: values(row),
            tooltip: words.tooltip(
              formatKey(by, row.key),
              series.map(([name], at) => [name, values(row)[at] ?? 0] as const),
            ),
            link: linkOptions({
              to: '/orgs/$org/agents/$agent/improve/sessions',
              params,
              search: { ...window, by, key: row.key, ...(outcome && { outcome }) },
            }) as LinkProps,
          }))}
        />
      </Stack>
    </Paper>
  )
}

const counts = ['sessions', 'contained', 'unanswered', 'handedOver', 'goalsReached', 'errors', 'medianTurns'] as const

function OutcomeTable({ rows, by, window }: Listed) {
  const params = useRouteIds()
  const columns: DataColumn<Outcome>[] = [
    { id: 'key', label: words.groups[by], cell: ({ key }) => formatKey(by, key) },
    ...counts.map(
      (name): DataColumn<Outcome> => ({
        id: name,
        label: words.headings[name],
        align: 'right',
        wide: name !== 'sessions' && name !== 'contained' && name !== 'unanswered',
        cell: (row) => strings.number(row[name]),
      }),
    ),
    {
      id: 'cost',
      label: words.headings.cost,
      align: 'right',
      wide: true,
      cell: ({ cost }) => (cost ? strings.cost(cost.amount, cost.currency) : ''),
    },
  ]
  return (
    <DataTable
      label={words.table}
      columns={columns}
      rows={rows}
      rowId={({ key }) => key}
      linkOf={({ key }) =>
        linkOptions({ to: '/orgs/$org/agents/$agent/improve/sessions', params, search: { ...window, by, key } })
      }
    />
  )
}

import { Group, Paper, Stack, Title } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, linkOptions, useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/improve.ts'
import { useAgent, useRouteIds } from '../../app/current-org.ts'
import { BarChart } from '../../components/charts.tsx'
import { type DataColumn, DataTable } from '../../components/DataTable.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../components/PageStates.tsx'
import { chartColors } from '../../components/usage/usage-data.ts'
import { ExportButton, ImproveFrame, SpanChoice } from './ImproveFrame.tsx'
import { formatTopicsAsCsv, type Topic, useInsightWindow } from './improve-data.ts'

const routeId = '/orgs/$org/agents/$agent/improve/topics'
const { topics: words } = strings

export function TopicsPage() {
  const agent = useAgent()
  const { days } = useSearch({ from: routeId })
  const navigate = useNavigate({ from: routeId })
  const window = useInsightWindow(days)
  const topics = useQuery({
    queryKey: agent.key('insights', 'topics', window.start, window.end),
    queryFn: async ({ signal }) => (await agent.api.get('/insights/topics', { query: window, signal })).data,
    placeholderData: keepPreviousData,
  })
  return (
    <ImproveFrame>
      <Group justify="space-between">
        <SpanChoice days={days} change={(span) => navigate({ search: { days: span } })} />
        <ExportButton
          format={() => formatTopicsAsCsv(topics.data ?? [])}
          name={words.file}
          disabled={!topics.data?.length}
        />
      </Group>
      {topics.error && <ErrorAlert error={topics.error} retry={topics.refetch} />}
      {topics.isPending && <Loading />}
      {topics.data?.length === 0 && <EmptyState icon={IconMessages} title={words.empty} text={words.emptyText} />}
      {topics.data && topics.data.length > 0 && <TopicList topics={topics.data} window={window} />}
    </ImproveFrame>
  )
}

type Props = { topics: readonly Topic[]; window: { start: string; end: string } }

function TopicList({ topics, window }: Props) {
  const params = useRouteIds()
  const linkOf = ({ id }: Topic) =>
    linkOptions({
      to: '/orgs/$org/agents/$agent/improve/sessions',
      params,
      search: { ...window, topic: id },
    })
  const columns: DataColumn<Topic>[] = [
    { id: 'label', label: words.topic, cell: ({ label }) => label },
    { id: 'count', label: words.count, align: 'right', width: 100, cell: ({ count }) => strings.number(count) },
    { id: 'share', label: words.share, align: 'right', width: 90, cell: ({ share }) => strings.share(share) },
    {
      id: 'contained',
      label: words.contained,
      align: 'right',
      width: 110,
      wide: true,
      cell: ({ contained, sessions }) => strings.share(sessions === 0 ? 0 : contained / sessions),
    },
    {
      id: 'goals',
      label: words.goals,
      align: 'right',
      width: 100,
      wide: true,
      cell: ({ goalRate }) => strings.share(goalRate),
    },
    {
      id: 'handedOver',
      label: words.handedOver,
      align: 'right',
      width: 120,
      wide: true,
      cell: ({ handedOver }) => strings.number(handedOver),
    },
  ]
  return (
    <Stack gap="sm">
      <Paper withBorder p="sm" component="section" aria-label={words.chart}>
        <Title order={2} size="sm" fw={500} className="quiet">
          {words.chart}
        </Title>
        <BarChart
          label={words.chartLabel(topics.length)}
          series={[{ name: words.count, color: chartColors.main }]}
          bars={topics.slice(0, 20).map((topic) => ({
            id: topic.id,
            label: '',
            values: [topic.count],
            tooltip: words.tooltip(topic.label, topic.count),
            link: linkOf(topic) as LinkProps,
          }))}
        />
      </Paper>
      <DataTable label={words.chart} columns={columns} rows={topics} rowId={({ id }) => id} linkOf={linkOf} />
    </Stack>
  )
}

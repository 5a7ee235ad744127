import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { strings } from '#i18n/usage.ts'
import { useOrg } from '../../app/current-org.ts'
import { BarChart } from '../charts.tsx'
import { EmptyState } from '../PageStates.tsx'

import {
  computeDeliveryRate,
  formatDay,
  hasNoUsage,
  type Usage,
  type UsageChartId,
  type UsageMetric,
  usageCharts,
  usageListLink,
} from './usage-data.ts'

type Props = { usage: Usage; agent: string | undefined }

/** One chart per kind of metric. */
export function UsageCharts({ usage, agent }: Props) {
  if (hasNoUsage(usage.totals)) return <EmptyState icon={IconChartBar} title={strings.quiet} text={strings.quietText} />
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {usageCharts.map((kind) => (
          <ChartCard key={kind.id} kind={kind} usage={usage} agent={agent} />
        ))}
      </SimpleGrid>
      <Text size="xs" className="quiet">
        {strings.zone(usage.timeZone)}
      </Text>
    </Stack>
  )
}

type Kind = { id: UsageChartId; measures: readonly UsageMetric[]; colors: readonly string[] }

function ChartCard({ kind: { id, measures, colors }, usage, agent }: Props & { kind: Kind }) {
  const org = useOrg()
  const { data, timeZone, totals } = usage
  const named = (from: Usage['totals']) =>
    measures.map((measure) => [strings.measures[measure], from[measure]] as const)
  const sum = measures.reduce((all, measure) => all + totals[measure], 0)
  return (
    <Paper withBorder p="sm" component="section" aria-label={strings.charts[id]}>
      <Stack gap={4}>
        <Title order={3} size="sm" fw={500} className="quiet">
          {strings.charts[id]}
        </Title>
        <Text fz="xl" fw={600} lh={1.2}>
          {strings.number(sum)}
        </Text>
        <Text size="xs" className="quiet" mih={18}>
          {summarizeChart(id, usage)}
        </Text>
        <BarChart
          label={strings.totalLabel(strings.charts[id], named(totals), data.length)}
          series={measures.map((measure, at) => ({ name: strings.measures[measure], color: colors[at] ?? '' }))}
          bars={data.map((point) => ({
            id: point.at,
            label: formatDay(point.at, timeZone),
            values: measures.map((measure) => point[measure]),
            tooltip: strings.dayLabel(formatDay(point.at, timeZone), named(point)),
            link: usageListLink(measures, { org: org.id, agent, at: point.at, timeZone }),
          }))}
        />
      </Stack>
    </Paper>
  )
}

/** Adds what the total alone does not show. */
function summarizeChart(id: UsageChartId, { totals, data }: Usage): string {
  const share = computeDeliveryRate(totals)
  if (id === 'delivery' && share !== undefined) {
    return [strings.share(share), ...(totals.read > 0 ? [strings.readOf(totals.read)] : [])].join(' · ')
  }
  const tokens = totals.inputTokens + totals.outputTokens + totals.cacheReadTokens
  if (id === 'tokens' && totals.turns > 0) return strings.perTurn(tokens / totals.turns)
  const writing = Math.max(0, ...data.map(({ peopleWriting = 0 }) => peopleWriting))
  return id === 'conversations' && writing > 0 ? strings.writing(writing) : ''
}

import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/campaigns.ts'
import { usePlaceTimeZone } from '../../../api/lookups.ts'
import { describeZone, formatAxisTime } from '../../../components/times.ts'
import type { TimePoint } from './useReport.ts'

const { report: texts, counters, checks } = strings
const dayMs = 86_400_000
const filled = 'var(--mantine-primary-color-filled)'

type Props = { total: number; sendable: number; states: Schema<'CampaignReport'>['states'] }

/** Funnel from the audience to those who have read the message. */
export function StatesChart({ total, sendable, states }: Props) {
  const bars = [
    { stage: checks.total, people: total },
    { stage: checks.sendable, people: sendable },
    { stage: counters.sent, people: states.sent },
    { stage: counters.delivered, people: states.delivered },
    { stage: counters.read, people: states.read },
  ]
  return (
    <figure style={{ margin: 0 }}>
      <BarChart
        h={220}
        data={bars}
        dataKey="stage"
        orientation="vertical"
        series={[{ name: 'people', label: texts.count, color: filled }]}
        gridAxis="x"
        yAxisProps={{ width: 110 }}
        xAxisProps={{ allowDecimals: false }}
        barProps={{ radius: 3, isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
        aria-hidden
      />
      <Text component="figcaption" size="sm" className="quiet">
        {bars.map(({ stage, people }) => `${stage}: ${strings.number(people)}`).join(' · ')}
      </Text>
    </figure>
  )
}

/** The axis shows the time of the place. */
export function OverTimeChart({ points }: { points: readonly TimePoint[] }) {
  const zone = usePlaceTimeZone() ?? 'UTC'
  const [first, last] = [points[0], points.at(-1)]
  const isShort = (last?.at ?? 0) - (first?.at ?? 0) < dayMs
  const toLabel = ({ at }: TimePoint) => formatAxisTime(at, zone, isShort)
  return (
    <figure style={{ margin: 0 }}>
      <LineChart
        h={240}
        data={points.map((point) => ({ ...point, at: toLabel(point) }))}
        dataKey="at"
        series={[
          { name: 'sent', label: counters.sent, color: filled },
          { name: 'delivered', label: counters.delivered, color: 'blue.6' },
          { name: 'read', label: counters.read, color: 'grape.5' },
          { name: 'replied', label: counters.replied, color: 'orange.6' },
        ]}
        curveType="stepAfter"
        withDots={false}
        withLegend
        yAxisProps={{ width: 44, allowDecimals: false }}
        xAxisProps={{ minTickGap: 40 }}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ accessibilityLayer: false }}
        aria-hidden
      />
      <Text component="figcaption" size="sm" className="quiet">
        {texts.overTimeLabel(last?.sent ?? 0, last?.delivered ?? 0, last?.replied ?? 0)}{' '}
        {texts.timesIn(describeZone(zone, new Date(last?.at ?? Date.now()).toISOString()))}
      </Text>
    </figure>
  )
}

import { AreaChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/campaigns.ts'
import { usePlaceTimeZone } from '../../../api/lookups.ts'
import { formatAxisTime } from '../../../components/times.ts'
import { toRatePoints } from './send-rate.ts'

const { live } = strings

export function RatePlot({ report }: { report: Schema<'CampaignReport'> }) {
  const zone = usePlaceTimeZone() ?? 'UTC'
  const points = toRatePoints(report).map(({ at, rate }) => ({
    at: formatAxisTime(at, zone, true),
    rate: Number(rate.toFixed(1)),
  }))
  if (points.every(({ rate }) => rate === 0)) {
    return (
      <Text size="sm" className="quiet">
        {live.plotEmpty}
      </Text>
    )
  }
  const now = live.perSecond(report.sending?.perSecond ?? 0)
  return (
    <figure style={{ margin: 0 }}>
      <AreaChart
        h={140}
        data={points}
        dataKey="at"
        series={[{ name: 'rate', label: live.plot, color: 'var(--mantine-primary-color-filled)' }]}
        // Between two measurements, nothing is known.
        curveType="stepAfter"
        withDots={false}
        gridAxis="x"
        withXAxis={false}
        yAxisProps={{ width: 40 }}
        areaChartProps={{ accessibilityLayer: false }}
        aria-hidden
      />
      <Text component="figcaption" size="sm" className="quiet">
        {live.plotLabel(now)}
      </Text>
    </figure>
  )
}

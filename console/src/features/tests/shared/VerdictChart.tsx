import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/tests.ts'

const { chart } = strings
export type VerdictBar = { runId: string; at: string; passed: number; failed: number; errored: number }

const series = [
  {
    name: 'passed',
    label: chart.passed,
    color: 'light-dark(var(--mantine-color-green-7), var(--mantine-color-green-5))',
  },
  { name: 'failed', label: chart.failed, color: 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-5))' },
  {
    name: 'errored',
    label: chart.errored,
    color: 'light-dark(var(--mantine-color-orange-6), var(--mantine-color-orange-4))',
  },
]

const format = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })

/** Results by run, oldest first. Load it lazily; the table next to it has the same data. */
export function VerdictChart({ bars, label }: { bars: readonly VerdictBar[]; label: string }) {
  const data = bars.toReversed().map(({ at, ...counts }) => ({ ...counts, when: format.format(new Date(at)) }))
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={240}
        data={data}
        dataKey="when"
        type="stacked"
        series={series}
        withLegend
        maxBarWidth={28}
        yAxisProps={{ allowDecimals: false, width: 36 }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  )
}

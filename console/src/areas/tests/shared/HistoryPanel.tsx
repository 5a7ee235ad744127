import { Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { words } from '#words/tests.ts'
import { usePlace } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { When } from '../../../parts/When.tsx'
import { to } from './place.ts'
import type { Bar } from './VerdictChart.tsx'
import { PassBar } from './Verdicts.tsx'

const VerdictChart = lazy(async () => ({ default: (await import('./VerdictChart.tsx')).VerdictChart }))
const { chart } = words

const columns: Column<Bar>[] = [
  { id: 'when', label: chart.when, cell: ({ at }) => <When at={at} /> },
  { id: 'results', label: words.runs.verdicts, cell: (bar) => <PassBar {...bar} /> },
  { id: 'failed', label: chart.failed, cell: ({ failed }) => failed, align: 'right', wide: true },
  { id: 'errored', label: chart.errored, cell: ({ errored }) => errored, align: 'right', wide: true },
]

/** What came of a suite or a case, run by run: drawn, and as a table that leads to the runs. */
export function HistoryPanel({ bars, of }: { bars: readonly Bar[]; of: string }) {
  const place = usePlace()
  if (bars.length === 0) return <Text className="quiet">{chart.empty}</Text>
  return (
    <Stack>
      <Suspense fallback={<Loading />}>
        <VerdictChart bars={bars} label={chart.label(of)} />
      </Suspense>
      <DataTable
        label={chart.table}
        columns={columns}
        rows={bars}
        rowId={({ runId }) => runId}
        linkOf={({ runId }) => ({ to: to.run, params: { ...place, runId } })}
        empty={null}
      />
    </Stack>
  )
}

import { Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { strings as testRunsTexts } from '#i18n/test-runs.ts'
import { strings } from '#i18n/tests.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Loading } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { testPaths } from './test-paths.ts'
import type { VerdictBar } from './VerdictChart.tsx'
import { PassBar } from './Verdicts.tsx'

const VerdictChart = lazy(async () => ({ default: (await import('./VerdictChart.tsx')).VerdictChart }))
const { chart } = strings

const columns: DataColumn<VerdictBar>[] = [
  { id: 'when', label: chart.when, cell: ({ at }) => <Timestamp at={at} /> },
  { id: 'results', label: testRunsTexts.runs.verdicts, cell: (bar) => <PassBar {...bar} /> },
  { id: 'failed', label: chart.failed, cell: ({ failed }) => failed, align: 'right', wide: true },
  { id: 'errored', label: chart.errored, cell: ({ errored }) => errored, align: 'right', wide: true },
]

/** Results by run of a suite or a case: a chart, and a table that links to the runs. */
export function HistoryPanel({ bars, of }: { bars: readonly VerdictBar[]; of: string }) {
  const routeIds = useRouteIds()
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
        linkOf={({ runId }) => ({ to: testPaths.run, params: { ...routeIds, runId } })}
        empty={null}
      />
    </Stack>
  )
}

import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/tests.ts'
import { useAgent } from '../../../app/current-org.ts'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'

import { HistoryPanel } from '../shared/HistoryPanel.tsx'
import type { VerdictBar } from '../shared/VerdictChart.tsx'

export function CaseHistory({ suiteId, caseId }: { suiteId: string; caseId: string }) {
  const agent = useAgent()
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('tests', 'case-history', suiteId, caseId),
    queryFn: async ({ signal }) => {
      const call = { path: { suiteId, caseId }, query: { limit: 100 }, signal }
      return (await agent.api.get('/tests/suites/{suiteId}/cases/{caseId}/history', call)).data
    },
  })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading />
  return <HistoryPanel bars={buildVerdictBars(data)} of={strings.case.historyOf} />
}

type HistoryEntry = Pick<Schema<'TestHistoryEntry'>, 'runId' | 'state' | 'finishedAt'>

/** The samples of a case by run, newest first; runs without a sample are omitted. */
function buildVerdictBars(entries: readonly HistoryEntry[]): VerdictBar[] {
  const bars = new Map<string, VerdictBar>()
  for (const { runId, state, finishedAt } of entries) {
    if (state !== 'passed' && state !== 'failed' && state !== 'errored') continue
    const bar = bars.get(runId) ?? { runId, at: finishedAt, passed: 0, failed: 0, errored: 0 }
    bars.set(runId, { ...bar, [state]: bar[state] + 1 })
  }
  return [...bars.values()]
}

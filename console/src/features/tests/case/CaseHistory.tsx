import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/tests.ts'
import { useAgent } from '../../../app/current-org.ts'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { HistoryPanel } from '../shared/HistoryPanel.tsx'
import { buildVerdictBars } from './history.ts'

/** What came of the case whenever it was played. */
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

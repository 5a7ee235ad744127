import { useQuery } from '@tanstack/react-query'
import { words } from '#words/tests.ts'
import { useAgent } from '../../../app/org.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { HistoryPanel } from '../shared/HistoryPanel.tsx'
import { barsOf } from './history.ts'

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
  if (error) return <Trouble error={error} retry={refetch} />
  if (!data) return <Loading />
  return <HistoryPanel bars={barsOf(data)} of={words.case.historyOf} />
}

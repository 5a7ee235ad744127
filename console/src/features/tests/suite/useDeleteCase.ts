import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import { deleteWithUndo } from '../../../components/notify.tsx'
import type { TestCase } from '../shared/test-data.ts'

type Pages = InfiniteData<{ data: TestCase[]; nextPageToken?: string }, string | undefined>

/** Deletes a case from its suite, with undo. */
export function useDeleteCase(suiteId: string): (testCase: Pick<TestCase, 'id' | 'title'>) => void {
  const agent = useAgent()
  const queries = useQueryClient()
  const key = agent.key('tests', 'cases', suiteId)
  return ({ id, title }) =>
    deleteWithUndo({
      name: title,
      hide: () =>
        queries.setQueryData<Pages>(key, (pages) => {
          if (!pages) return pages
          const without = pages.pages.map((page) => ({ ...page, data: page.data.filter((one) => one.id !== id) }))
          return { ...pages, pages: without }
        }),
      restore: () => void queries.invalidateQueries({ queryKey: key }),
      remove: () => agent.api.delete('/tests/suites/{suiteId}/cases/{caseId}', { path: { suiteId, caseId: id } }),
    })
}

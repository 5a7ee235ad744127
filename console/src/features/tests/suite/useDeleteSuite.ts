import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/tests.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import type { TestSuite } from '../shared/test-data.ts'
import { testPaths } from '../shared/test-paths.ts'

const { suite: deleteSuiteTexts } = strings

/** Its cases go with it, so that it is asked first. */
export function useDeleteSuite({ id, name }: TestSuite): () => Promise<void> {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const deleting = useMutation({
    mutationFn: () => agent.api.delete('/tests/suites/{suiteId}', { path: { suiteId: id } }),
    onSuccess: async () => {
      await navigate({ to: testPaths.suites, params: routeIds })
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'suites', 'all') })
    },
    onError: notify.error,
  })
  return async () => {
    const sure = await askConfirmation({
      title: deleteSuiteTexts.deleteTitle(name),
      text: deleteSuiteTexts.deleteText,
      ok: strings.delete,
      danger: true,
    })
    if (sure) deleting.mutate()
  }
}

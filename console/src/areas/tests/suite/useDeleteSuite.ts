import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { words } from '#words/tests.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { tell } from '../../../parts/tell.tsx'
import { to } from '../shared/place.ts'
import type { Suite } from '../shared/reads.ts'

const { suite: said } = words

/** Its cases go with it, so that it is asked first. */
export function useDeleteSuite({ id, name }: Suite): () => Promise<void> {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  const deleting = useMutation({
    mutationFn: () => agent.api.delete('/tests/suites/{suiteId}', { path: { suiteId: id } }),
    onSuccess: async () => {
      await navigate({ to: to.suites, params: place })
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'suites', 'all') })
    },
    onError: tell.failed,
  })
  return async () => {
    const sure = await confirm({ title: said.deleteTitle(name), text: said.deleteText, ok: words.delete, danger: true })
    if (sure) deleting.mutate()
  }
}

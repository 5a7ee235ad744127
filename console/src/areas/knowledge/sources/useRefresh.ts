import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/knowledge.ts'
import { useAgent } from '../../../app/org.ts'
import { tell } from '../../../parts/tell.tsx'

const { sources: w } = words
export type Source = Schema<'KnowledgeSource'>

/** Has a source read again. */
export function useRefresh({ id }: Source) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => agent.api.post('/knowledge/sources/{sourceId}/_refresh', { path: { sourceId: id } }),
    onSuccess: () => {
      tell.done(w.refreshing)
      return queries.invalidateQueries({ queryKey: agent.key('knowledge', 'sources') })
    },
    onError: tell.failed,
  })
}

import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/knowledge.ts'
import { useAgent } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'

const { sources: texts } = strings
export type KnowledgeSource = Schema<'KnowledgeSource'>

export function useRefreshSource({ id }: KnowledgeSource) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => agent.api.post('/knowledge/sources/{sourceId}/_refresh', { path: { sourceId: id } }),
    onSuccess: () => {
      notify.success(texts.refreshing)
      return queries.invalidateQueries({ queryKey: agent.key('knowledge', 'sources') })
    },
    onError: notify.error,
  })
}

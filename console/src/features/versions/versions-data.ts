import type { Schema } from '@parley/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useList } from '../../api/paged-list.ts'
import { useAgent, useOrg } from '../../app/current-org.ts'

export type Draft = Schema<'Draft'>
export type Version = Schema<'AgentVersion'>
export type DocumentChange = Schema<'ConfigurationDiff'>['changes'][number]
export type Replay = Schema<'Replay'>

/** The drafts of an agent. The key is that of live, so that the shell and every draft share it. */
export function useDrafts(agentId: string, enabled = true) {
  const org = useOrg()
  return useQuery({
    queryKey: org.key('agent', agentId, 'drafts'),
    queryFn: async ({ signal }) => (await org.api.agent(agentId).get('/drafts', { signal })).data,
    enabled,
  })
}

export function useDraft(draftId: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('drafts', draftId),
    queryFn: ({ signal }) => agent.api.get('/drafts/{draftId}', { path: { draftId }, signal }),
  })
}

export function useDraftDiff(draftId: string) {
  const agent = useAgent()
  return useQuery({
    queryKey: agent.key('drafts', draftId, 'diff'),
    queryFn: async ({ signal }) =>
      (await agent.api.get('/drafts/{draftId}/diff', { path: { draftId }, signal })).changes,
  })
}

/** Names of drafts that still exist; the id of another. */
export function useDraftName(enabled = true): (draftId: string) => string {
  const { data = [] } = useDrafts(useAgent().id, enabled)
  return (draftId) => data.find(({ id }) => id === draftId)?.name ?? draftId
}

export function useReplays(draftId?: string) {
  const agent = useAgent()
  const { rows, ...list } = useList(
    agent.key('replays'),
    (page, signal) => agent.api.get('/replays', { query: { ...page, limit: 50 }, signal }),
    { refetchInterval: 5_000 },
  )
  return { ...list, rows: draftId === undefined ? rows : rows?.filter((replay) => replay.draftId === draftId) }
}

/** Call after publishing, restoring or changing a draft: refetches live and every draft of the agent. */
export function useInvalidateVersions(): () => Promise<void> {
  const queries = useQueryClient()
  const org = useOrg()
  const agent = useAgent()
  return async () => {
    void queries.invalidateQueries({ queryKey: org.key('agents') })
    await queries.invalidateQueries({ queryKey: org.key('agent', agent.id) })
  }
}

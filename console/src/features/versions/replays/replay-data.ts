import type { Schema } from '@parley/sdk'
import { useList } from '../../../api/paged-list.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import type { Replay } from '../versions-data.ts'
import type { VerdictFilter } from '../versions-search.ts'

export type ReplayedConversation = Schema<'ReplayedConversation'>

/** The conversations of a replay; they grow while it runs. */
export function useReplayedConversations({ id, status }: Replay, verdict?: VerdictFilter) {
  const agent = useAgent()
  return useList(
    agent.key('replays', id, 'conversations', verdict),
    (page, signal) =>
      agent.api.get('/replays/{replay}/conversations', {
        path: { replay: id },
        query: { ...page, limit: 20, ...(verdict && { verdict }) },
        signal,
      }),
    { refetchInterval: status === 'running' && 3_000, enabled: useCan('viewer') },
  )
}

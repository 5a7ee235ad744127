import type { Schema } from '@parley/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAgent } from '../../../app/current-org.ts'
import type { RecipientFilter } from '../campaign-search.ts'

export type CampaignRecipient = Schema<'CampaignRecipient'>

export function useRecipients(campaignId: string, { state, reason }: RecipientFilter, refetchInterval?: number) {
  const agent = useAgent()
  const query = useInfiniteQuery({
    queryKey: agent.key('recipients', campaignId, { state, reason }),
    queryFn: ({ pageParam: startingAfter, signal }) =>
      agent.api.get('/campaigns/{campaignId}/recipients', {
        path: { campaignId },
        query: {
          limit: 25,
          ...(state && { state }),
          ...(reason && { reason }),
          ...(startingAfter && { startingAfter }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    ...(refetchInterval && { refetchInterval }),
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data])
  const { hasNextPage: has, isFetchingNextPage: loading, fetchNextPage } = query
  return { rows, error: query.error, refetch: query.refetch, more: { has, loading, load: () => void fetchNextPage() } }
}

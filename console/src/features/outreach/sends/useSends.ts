import type { Schema } from '@parley/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePlaceTimeZone } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import { dedupeSends, nextPageEnd, type SendFilters, toSendQuery } from './send-filters.ts'

export type OutreachSend = Schema<'OutreachSend'>

const limit = 50

/** Sends that match the filters, newest first, loaded page by page. */
export function useSends(filters: SendFilters) {
  const agent = useAgent()
  const zone = usePlaceTimeZone()
  const query = useInfiniteQuery({
    queryKey: agent.key('sends', filters, zone),
    queryFn: async ({ pageParam: until, signal }) => {
      const search = { ...toSendQuery(filters, zone ?? 'UTC'), limit, ...(until && { until }) }
      return (await agent.api.get('/outreach/sends', { query: search, signal })).data
    },
    enabled: zone !== undefined || (filters.since === undefined && filters.until === undefined),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => nextPageEnd(last, limit),
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : 10_000),
  })
  const rows = useMemo(() => query.data && dedupeSends(query.data.pages), [query.data])
  const { hasNextPage: has, isFetchingNextPage: loading, fetchNextPage } = query
  return { rows, error: query.error, refetch: query.refetch, more: { has, loading, load: () => void fetchNextPage() } }
}

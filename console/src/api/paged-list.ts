import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

type PageOf<Row> = { data: Row[]; nextPageToken?: string }

/** Reads a paginated list: calls `read` with each page token and concatenates the rows. */
export function useList<Row>(
  key: unknown[],
  read: (page: { pageToken?: string }, signal: AbortSignal) => Promise<PageOf<Row>>,
  { refetchInterval, enabled }: { refetchInterval?: number | false; enabled?: boolean } = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam === undefined ? {} : { pageToken: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextPageToken,
    ...(refetchInterval !== undefined && { refetchInterval }),
    ...(enabled !== undefined && { enabled }),
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data])
  const { hasNextPage: has, isFetchingNextPage: loading, fetchNextPage } = query
  return { rows, error: query.error, refetch: query.refetch, more: { has, loading, load: () => void fetchNextPage() } }
}

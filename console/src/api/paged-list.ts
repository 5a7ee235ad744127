import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

type PageOf<Row> = { data: Row[]; nextPageToken?: string }

/** A list by pages: `read` is asked with the token of the page, and the rows of all that came stand together. */
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

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAgent } from '../../../app/current-org.ts'
import type { PeopleSearch } from '../people-search.ts'

/** About three screens: the next page is requested once half of this one has been scrolled past. */
const pageSize = 50

/** People page by page. The previous results stay visible until the next ones arrive. */
export function usePeopleList(search: PeopleSearch) {
  const agent = useAgent()
  const query = useInfiniteQuery({
    queryKey: agent.key('people', 'list', search),
    queryFn: ({ pageParam, signal }) =>
      agent.api.get('/people', { query: { ...search, limit: pageSize, pageToken: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextPageToken,
    placeholderData: keepPreviousData,
  })
  const people = useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data])
  return { ...query, people }
}
export type PeopleListResult = ReturnType<typeof usePeopleList>

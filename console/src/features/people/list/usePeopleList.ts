import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAgent } from '../../../app/current-org.ts'
import type { PeopleSearch } from '../people-search.ts'

/** Three windows full: the next page is asked for when the middle of this one is passed. */
const pageSize = 50

/** People by pages, as far as was scrolled. What was asked before stays shown until the next answer is there. */
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

import { Button, Group } from '@mantine/core'
import { IconAddressBook, IconPlus, IconUserSearch } from '@tabler/icons-react'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { strings } from '#i18n/people.ts'
import { strings as importing } from '#i18n/people-import.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import type { Person } from '../display-name.ts'
import { type PeopleSearch, peopleFiltersOf } from '../people-search.ts'
import { PeopleTable } from './PeopleTable.tsx'
import type { PersonColumn } from './people-columns.tsx'

type Props = {
  search: PeopleSearch
  query: PeopleListResult
  columns: readonly PersonColumn[]
  narrow: boolean
  onSort: (sort: string) => void
  onClear: () => void
  onAdd: () => void
  selected?: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  onOpen: (person: Person) => void
}

export function PeopleList({ search, query, onClear, onAdd, ...rest }: Props) {
  const { people, error, refetch } = query
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!people) return <Loading />
  if (people.length > 0)
    return (
      <PeopleTable
        {...rest}
        people={people}
        query={query}
        sort={search.sort ?? '-createdAt'}
        about={JSON.stringify(search)}
      />
    )
  return Object.keys(peopleFiltersOf(search)).length > 0 ? (
    <NoMatches onClear={onClear} />
  ) : (
    <NoPeopleYet onAdd={onAdd} />
  )
}

function NoMatches({ onClear }: { onClear: () => void }) {
  const clear = <Button onClick={onClear}>{strings.list.clear}</Button>
  return <EmptyState icon={IconUserSearch} title={strings.list.noneTitle} text={strings.list.noneText} action={clear} />
}

function NoPeopleYet({ onAdd }: { onAdd: () => void }) {
  const routeIds = useRouteIds()
  const actions = useCan('editor') && (
    <Group>
      <ButtonLink to="/orgs/$org/agents/$agent/people/import" params={routeIds}>
        {importing.title}
      </ButtonLink>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {strings.list.add}
      </Button>
    </Group>
  )
  return (
    <EmptyState icon={IconAddressBook} title={strings.list.emptyTitle} text={strings.list.emptyText} action={actions} />
  )
}

/** About three screens: the next page is requested once half of this one has been scrolled past. */
const pageSize = 50

type PeoplePage = { data: Person[]; nextPageToken?: string }
export type PeopleListResult = UseInfiniteQueryResult<InfiniteData<PeoplePage>> & { people: Person[] | undefined }

/** People page by page. The previous results stay visible until the next ones arrive. */
export function usePeopleList(search: PeopleSearch): PeopleListResult {
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

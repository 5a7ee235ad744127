import { Button, Group } from '@mantine/core'
import { IconAddressBook, IconPlus, IconUserSearch } from '@tabler/icons-react'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { strings } from '#i18n/people.ts'
import { strings as importing } from '#i18n/people-import.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { displayNameOf, type Person } from '../people-fields.ts'
import { type PeopleSearch, peopleFiltersOf } from '../people-search.ts'
import { ConsentBadge, type PersonColumn, PersonStatusBadge } from './people-columns.tsx'
import classes from './people-table.module.css'

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
  const mayImport = useCan('editor')
  const actions = useCan('serve') && (
    <Group>
      {mayImport && (
        <ButtonLink to="/orgs/$org/agents/$agent/people/import" params={routeIds}>
          {importing.title}
        </ButtonLink>
      )}
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

type PeopleTableProps = {
  people: readonly Person[]
  query: PeopleListResult
  columns: readonly PersonColumn[]
  narrow: boolean
  /** Identifies the query: a different one scrolls to the top. */
  about: string
  sort: string | undefined
  onSort: (sort: string) => void
  /** Absent if the user can do nothing with a selection. */
  selected?: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  onOpen: (person: Person) => void
}

const height = 'max(320px, calc(100dvh - 316px))'
const wideRows = { rowHeight: 44, fixedRows: true, height }
const narrowRows = { ...wideRows, rowHeight: 64 }
const personId = ({ id }: Person): string => id

/** Loads more people while the user scrolls. */
function PeopleTable({ people, query, columns, narrow, about, ...rest }: PeopleTableProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = query
  const shown = useMemo(() => [narrow ? summaryColumn : nameColumn, ...columns], [narrow, columns])
  return (
    <DataTable
      {...rest}
      label={strings.list.table}
      columns={shown}
      rows={people}
      rowId={personId}
      rowName={displayNameOf}
      hrefOf={useHref()}
      virtual={narrow ? narrowRows : wideRows}
      // The list changes twice: when the user asks for other people, and when these arrive.
      scrollKey={`${isPlaceholderData} ${about}`}
      more={{ has: hasNextPage && !isPlaceholderData, loading: isFetchingNextPage, load: () => void fetchNextPage() }}
    />
  )
}

/** Built once for all rows: the router is slow to build each link. */
function useHref(): (person: Person) => string {
  const router = useRouter()
  const routeIds = useRouteIds()
  const list = useMemo(
    () => router.buildLocation({ to: '/orgs/$org/agents/$agent/people', params: routeIds }).href,
    [router, routeIds],
  )
  return useCallback(({ id }) => `${list}/${encodeURIComponent(id)}`, [list])
}

const nameColumn: DataColumn<Person> = {
  id: 'fullName',
  label: strings.list.columnName,
  sort: 'fullName',
  width: 220,
  cell: displayNameOf,
}

/** On a phone, the name is above the other fields. */
const summaryColumn: DataColumn<Person> = {
  ...nameColumn,
  width: undefined,
  detail: ({ status, consent, phone, email }) => (
    <div className={`${classes.chips} ${classes.summary}`}>
      <PersonStatusBadge status={status} />
      <ConsentBadge status={consent.status} />
      <span className={`${classes.address} quiet`}>{phone ?? email}</span>
    </div>
  ),
}

import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { strings } from '#i18n/people.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { displayNameOf, type Person } from '../display-name.ts'
import type { PeopleListResult } from './PeopleList.tsx'
import { ConsentBadge, type PersonColumn, PersonStatusBadge } from './people-columns.tsx'
import classes from './people-table.module.css'

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
export function PeopleTable({ people, query, columns, narrow, about, ...rest }: PeopleTableProps) {
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

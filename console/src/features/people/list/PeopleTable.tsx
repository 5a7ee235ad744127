import { Skeleton, Table } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { strings } from '#i18n/people.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import { SelectAllHeading, SortHeading, toggleSelected } from '../../../components/table-parts.tsx'
import { useRowKeys } from '../../../components/useRowKeys.ts'
import type { Person } from '../display-name.ts'
import type { PeopleListResult } from './PeopleList.tsx'
import { PersonTableRow } from './PersonTableRow.tsx'
import type { PersonColumn } from './people-columns.tsx'
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

/** Renders only the visible rows, and loads more while the user scrolls. */
export function PeopleTable(props: PeopleTableProps) {
  const { people, query, columns, narrow, selected, onSelect, onOpen } = props
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: people.length,
    getScrollElement: () => box.current,
    estimateSize: () => (narrow ? 60 : 44),
    overscan: 5,
  })
  const { about } = props
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = query
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the ids change and when the people arrive
  useEffect(() => {
    // Setting it to its current value would force an extra layout.
    if (box.current && rows.scrollOffset) box.current.scrollTop = 0
  }, [about, isPlaceholderData])
  const active = useRowKeys(people, onOpen, (at) => rows.scrollToIndex(at))
  const inSight = rows.getVirtualItems()
  const last = inSight.at(-1)?.index ?? 0
  useEffect(() => {
    const near = last >= people.length - 30 && !isPlaceholderData
    if (near && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [last, people.length, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage])
  const hrefOf = useHref()
  const toggle = useToggle(selected, onSelect)
  const span = columns.length + (selected ? 2 : 1)
  const above = inSight[0]?.start ?? 0
  const below = rows.getTotalSize() - (inSight.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section ref={box} className={classes.box} aria-label={strings.list.table} tabIndex={0}>
      <Table
        aria-label={strings.list.table}
        aria-rowcount={hasNextPage ? -1 : people.length + 1}
        className={classes.table}
      >
        <Head {...props} />
        <Table.Tbody>
          <Space height={above} span={span} />
          {inSight.map(({ index }) => {
            const person = people[index]
            return person ? (
              <PersonTableRow
                key={person.id}
                {...{ person, columns, narrow, onOpen }}
                at={index}
                href={hrefOf(person)}
                active={index === active}
                chosen={selected?.has(person.id)}
                onChoose={selected ? toggle : undefined}
              />
            ) : null
          })}
          <Space height={below} span={span} />
          {isFetchingNextPage && <More span={span} />}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** A stable function, so that unchanged rows are not rerendered. */
function useToggle(selected: ReadonlySet<string> | undefined, onSelect: PeopleTableProps['onSelect']) {
  const now = useRef({ selected, onSelect })
  now.current = { selected, onSelect }
  return useCallback((id: string) => {
    now.current.onSelect(toggleSelected(now.current.selected, id))
  }, [])
}

/** Built once for all rows: the router is slow to build each link. */
function useHref(): (person: Person) => string {
  const router = useRouter()
  const routeIds = useRouteIds()
  const list = useMemo(
    () => router.buildLocation({ to: '/orgs/$org/agents/$agent/people', params: routeIds }).href,
    [router, routeIds],
  )
  return ({ id }) => `${list}/${encodeURIComponent(id)}`
}

const personId = ({ id }: Person): string => id

function Head({ people, columns, narrow, selected, onSelect, sort, onSort }: PeopleTableProps) {
  return (
    <Table.Thead className={classes.head}>
      <Table.Tr>
        {selected && <SelectAllHeading rows={people} rowId={personId} {...{ selected, onSelect }} width={44} />}
        <SortHeading
          label={strings.list.columnName}
          name="fullName"
          width={narrow ? undefined : 220}
          className={classes.sort}
          {...{ sort, onSort }}
        />
        {columns.map(({ id, label, width, sort: name }) =>
          name ? (
            <SortHeading key={id} {...{ label, name, width, sort, onSort }} className={classes.sort} />
          ) : (
            <Table.Th key={id} w={width}>
              {label}
            </Table.Th>
          ),
        )}
      </Table.Tr>
    </Table.Thead>
  )
}

function Space({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  )
}

function More({ span }: { span: number }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={span} role="status" aria-label={strings.list.loadingMore}>
        <Skeleton h={18} />
      </Table.Td>
    </Table.Tr>
  )
}

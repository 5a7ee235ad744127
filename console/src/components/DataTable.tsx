import { Button, Center, Checkbox, Skeleton, Table, Text, UnstyledButton } from '@mantine/core'
import { type LinkOptions, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { strings } from '#i18n/app.ts'
import { AnchorLink } from './links.tsx'
import { SelectAllHeading, SortHeading, toggleSelected } from './table-parts.tsx'
import { useRowKeys } from './useRowKeys.ts'

export type DataColumn<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** The field name that the server sorts by. */
  sort?: string
  align?: 'right'
  /** Hidden on a phone. */
  wide?: boolean
}

type Props<Row> = {
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Name of a row in the labels of its controls. */
  rowName?: (row: Row) => string
  linkOf?: (row: Row) => LinkOptions
  /** Called to open a row that has no page of its own. */
  onOpen?: (row: Row) => void
  empty: ReactNode
  /** `name` or `-name`, in the API's syntax. */
  sort?: string
  onSort?: (sort: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (ids: Set<string>) => void
  more?: { has: boolean; loading: boolean; load: () => void }
}

/** A table that the server paginates, sorts and filters. J and K move through the rows, Enter opens one. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowId, empty, selected, onSelect, more } = props
  const open = useOpen(props)
  const active = useRowKeys(rows, open)
  if (rows?.length === 0) return <>{empty}</>
  return (
    <>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} role="region" aria-label={label}>
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {selected && onSelect && (
                <SelectAllHeading {...{ rows: rows ?? [], rowId, selected, onSelect }} width={36} />
              )}
              {columns.map((column) => (
                <Heading key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows ? (
              rows.map((row, at) => (
                <DataRow key={rowId(row)} {...{ row, table: props, open }} active={at === active} />
              ))
            ) : (
              <LoadingRows columns={columns.length} />
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {more?.has && (
        <Center>
          <Button variant="default" onClick={more.load} loading={more.loading}>
            {strings.table.more}
          </Button>
        </Center>
      )}
    </>
  )
}

function Heading<Row>({
  column,
  sort,
  onSort,
}: {
  column: DataColumn<Row>
  sort?: string
  onSort?: (sort: string) => void
}) {
  const { label, sort: name, align, wide } = column
  const visible = wide ? 'sm' : undefined
  if (!name || !onSort) {
    return (
      <Table.Th ta={align} visibleFrom={visible}>
        {label}
      </Table.Th>
    )
  }
  return <SortHeading {...{ label, name, sort, onSort, align }} visibleFrom={visible} />
}

type OpenTarget<Row> = ((row: Row) => void) | undefined

function useOpen<Row>({ linkOf, onOpen }: Props<Row>): OpenTarget<Row> {
  const navigate = useNavigate()
  return onOpen ?? (linkOf && ((row) => void navigate(linkOf(row))))
}

type DataRowProps<Row> = { row: Row; table: Props<Row>; open: OpenTarget<Row>; active: boolean }

function DataRow<Row>({ row, table: props, open, active }: DataRowProps<Row>) {
  const { columns, rowId, rowName, linkOf, selected, onSelect } = props
  const id = rowId(row)
  return (
    <Table.Tr
      data-active={active || undefined}
      style={open && { cursor: 'pointer' }}
      onClick={open && (() => open(row))}
    >
      {selected && onSelect && (
        <Table.Td w={36} onClick={(event) => event.stopPropagation()}>
          <Checkbox
            aria-label={strings.table.select(rowName?.(row) ?? id)}
            checked={selected.has(id)}
            onChange={() => onSelect(toggleSelected(selected, id))}
          />
        </Table.Td>
      )}
      {columns.map((column, at) => (
        <Table.Td key={column.id} ta={column.align} visibleFrom={column.wide ? 'sm' : undefined}>
          {at === 0 && open ? (
            <RowLink link={linkOf?.(row)} open={() => open(row)}>
              {column.cell(row)}
            </RowLink>
          ) : (
            column.cell(row)
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

type RowLinkProps = { link?: LinkOptions; open: () => void; children: ReactNode }

/** The first cell opens the row for keyboards and screen readers; as a link it can open in a new tab. */
function RowLink({ link, open, children }: RowLinkProps) {
  const looks = { fz: 'inherit', fw: 500 } as const
  const alone = (event: MouseEvent) => event.stopPropagation()
  if (link) {
    return (
      <AnchorLink {...link} {...looks} c="inherit" onClick={alone}>
        {children}
      </AnchorLink>
    )
  }
  return (
    <UnstyledButton
      {...looks}
      onClick={(event) => {
        alone(event)
        open()
      }}
    >
      {children}
    </UnstyledButton>
  )
}

function LoadingRows({ columns }: { columns: number }) {
  return ['a', 'b', 'c', 'd', 'e', 'f'].map((line) => (
    <Table.Tr key={line}>
      <Table.Td colSpan={columns + 1}>
        <Skeleton h={18} />
      </Table.Td>
    </Table.Tr>
  ))
}

export function RowCount({ count }: { count: number }) {
  return (
    <Text size="sm" className="quiet" role="status">
      {strings.table.all(count)}
    </Text>
  )
}

import { Button, Center, Checkbox, Group, Skeleton, Table, Text, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type LinkOptions, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { strings } from '#i18n/app.ts'
import { isTextInput } from '../app/shell/Shortcuts.tsx'
import { AnchorLink } from './links.tsx'

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
              {selected && onSelect && <SelectAll {...{ rows: rows ?? [], rowId, selected, onSelect }} />}
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
  const down = sort === `-${name}`
  const sorted = down || sort === name
  const Arrow = down ? IconArrowDown : IconArrowUp
  return (
    <Table.Th ta={align} visibleFrom={visible} aria-sort={sorted ? (down ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => onSort(sort === name ? `-${name}` : name)}>
        <Group gap={4} wrap="nowrap">
          {label}
          {sorted && <Arrow size={14} aria-hidden />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  )
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

type RowSelection<Row> = Required<Pick<Props<Row>, 'rowId' | 'selected' | 'onSelect'>> & { rows: readonly Row[] }

function SelectAll<Row>({ rows, rowId, selected, onSelect }: RowSelection<Row>) {
  const all = rows.length > 0 && rows.every((row) => selected.has(rowId(row)))
  return (
    <Table.Th w={36}>
      <Checkbox
        aria-label={strings.table.selectAll}
        checked={all}
        indeterminate={!all && selected.size > 0}
        onChange={() => onSelect(all ? new Set() : new Set(rows.map(rowId)))}
      />
    </Table.Th>
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

const toggleSelected = (ids: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Tracks the row that the keyboard is on. */
function useRowKeys<Row>(rows: Props<Row>['rows'], open: OpenTarget<Row>): number {
  const [active, setActive] = useState(-1)
  useEffect(() => {
    if (!rows || !open) return
    const onKeyDown = (event: KeyboardEvent) => {
      const busy = event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)
      if (busy || document.querySelector('[role=dialog]')) return
      if (event.key === 'j') setActive((at) => Math.min(at + 1, rows.length - 1))
      if (event.key === 'k') setActive((at) => Math.max(at - 1, 0))
      const row = rows[active]
      const onControl = event.target instanceof HTMLElement && event.target.closest('button, a')
      if (event.key === 'Enter' && row !== undefined && !onControl) open(row)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [rows, open, active])
  return active
}

export function RowCount({ count }: { count: number }) {
  return (
    <Text size="sm" className="quiet" role="status">
      {strings.table.all(count)}
    </Text>
  )
}

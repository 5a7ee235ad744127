import { Checkbox, Group, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { strings } from '#i18n/app.ts'
import classes from './DataTable.module.css'
import type { DataColumn } from './DataTable.tsx'

type HeadProps<Row> = {
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  sort?: string
  onSort?: (sort: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (ids: Set<string>) => void
}

export function DataTableHead<Row>({ columns, rows, rowId, sort, onSort, selected, onSelect }: HeadProps<Row>) {
  return (
    <Table.Thead>
      <Table.Tr>
        {selected && onSelect && <SelectAllHeading {...{ rows, rowId, selected, onSelect }} />}
        {columns.map((column) => (
          <Heading key={column.id} {...{ column, sort, onSort }} />
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

type SelectAllProps<Row> = {
  rows: readonly Row[]
  rowId: (row: Row) => string
  selected: ReadonlySet<string>
  onSelect: (ids: Set<string>) => void
}

function SelectAllHeading<Row>({ rows, rowId, selected, onSelect }: SelectAllProps<Row>) {
  const all = rows.length > 0 && rows.every((row) => selected.has(rowId(row)))
  return (
    <Table.Th w={44}>
      <Checkbox
        aria-label={strings.table.selectAll}
        checked={all}
        indeterminate={!all && selected.size > 0}
        onChange={() => onSelect(all ? new Set() : new Set(rows.map(rowId)))}
      />
    </Table.Th>
  )
}

type HeadingProps<Row> = { column: DataColumn<Row> } & Pick<HeadProps<Row>, 'sort' | 'onSort'>

/** Sorts by its column if the server can, and in reverse if the list is already sorted by it. */
function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { label, sort: name, align, wide, width } = column
  const looks = { w: width, ta: align, visibleFrom: wide ? 'sm' : undefined } as const
  if (!name || !onSort) return <Table.Th {...looks}>{label}</Table.Th>
  const down = sort === `-${name}`
  const sorted = down || sort === name
  const Arrow = down ? IconArrowDown : IconArrowUp
  return (
    <Table.Th {...looks} aria-sort={sorted ? (down ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton className={classes.sort} onClick={() => onSort(sort === name ? `-${name}` : name)}>
        <Group gap={4} wrap="nowrap">
          {label}
          {sorted && <Arrow size={14} aria-hidden />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  )
}

/** The footer row with the totals of the columns that have one. */
export function DataTableFoot<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  if (columns.every(({ total }) => total === undefined)) return null
  return (
    <Table.Tfoot>
      <Table.Tr>
        {columns.map(({ id, total, align, wide }) => (
          <Table.Th key={id} ta={align} visibleFrom={wide ? 'sm' : undefined}>
            {total}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Tfoot>
  )
}

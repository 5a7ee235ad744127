import { Checkbox, Table, UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { strings } from '#i18n/app.ts'
import { SelectAllHeading, toggleSelected } from './table-parts.tsx'
import { useRowKeys } from './useRowKeys.ts'
import classes from './VirtualTable.module.css'

export type VirtualColumn<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** CSS width; columns without one share the remaining space. */
  width?: string | number
  align?: 'right'
  /** Hidden on a phone. */
  wide?: boolean
}

type Props<Row> = {
  label: string
  columns: readonly VirtualColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  /** The first cell opens the row, unless that cell has controls of its own. */
  onOpen?: (row: Row) => void
  selected?: ReadonlySet<string>
  onSelect?: (ids: Set<string>) => void
  rowHeight?: number
  maxHeight?: string
}

/**
 * A table for long lists held in memory: renders only the visible rows. J and K move through the rows, Enter opens one.
 */
export function VirtualTable<Row>(props: Props<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    selected,
    onSelect,
    rowHeight = 64,
    maxHeight = 'max(20rem, calc(100dvh - 21rem))',
  } = props
  const frame = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (at) => rowId(rows[at] as Row),
  })
  const active = useRowKeys(rows, props.onOpen, (at) => virtual.scrollToIndex(at))
  const visibleRows = virtual.getVirtualItems()
  const above = visibleRows[0]?.start ?? 0
  const below = virtual.getTotalSize() - (visibleRows.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={frame} className={classes.frame} style={{ maxHeight }} tabIndex={0} aria-label={label}>
      <Table aria-label={label} aria-rowcount={rows.length + 1} stickyHeader layout="fixed">
        <Table.Thead>
          <Table.Tr>
            {selected && onSelect && <SelectAllHeading {...{ rows, rowId, selected, onSelect }} width={44} />}
            {columns.map(({ id, label: name, width, align, wide }) => (
              <Table.Th key={id} w={width} ta={align} visibleFrom={wide ? 'sm' : undefined}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Gap height={above} />
          {visibleRows.map(({ index, key }) => (
            <VirtualRow
              key={key}
              table={props}
              row={rows[index] as Row}
              at={index}
              active={index === active}
              height={rowHeight}
              measure={virtual.measureElement}
            />
          ))}
          <Gap height={below} />
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Gap({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null
}

type VirtualRowProps<Row> = {
  table: Props<Row>
  row: Row
  at: number
  active: boolean
  height: number
  /** Measures the height of the rendered row. */
  measure: (row: HTMLElement | null) => void
}

function VirtualRow<Row>({ table: props, row, at, active, height, measure }: VirtualRowProps<Row>) {
  const { columns, rowId, rowName, onOpen, selected, onSelect } = props
  const id = rowId(row)
  return (
    <Table.Tr ref={measure} data-index={at} aria-rowindex={at + 2} data-active={active || undefined} style={{ height }}>
      {selected && onSelect && (
        <Table.Td>
          <Checkbox
            aria-label={strings.table.select(rowName(row))}
            checked={selected.has(id)}
            onChange={() => onSelect(toggleSelected(selected, id))}
          />
        </Table.Td>
      )}
      {columns.map((column, nth) => (
        <Table.Td key={column.id} ta={column.align} visibleFrom={column.wide ? 'sm' : undefined}>
          {nth === 0 && onOpen ? (
            <UnstyledButton fz="inherit" fw={500} w="100%" onClick={() => onOpen(row)}>
              {column.cell(row)}
            </UnstyledButton>
          ) : (
            column.cell(row)
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

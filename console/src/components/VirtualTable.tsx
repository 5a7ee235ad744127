import { Checkbox, Table, UnstyledButton } from '@mantine/core'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { strings } from '#i18n/app.ts'
import { isTextInput } from '../app/shell/Shortcuts.tsx'
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
  const active = useRowKeys(props, virtual)
  const shown = virtual.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={frame} className={classes.frame} style={{ maxHeight }} tabIndex={0} aria-label={label}>
      <Table aria-label={label} aria-rowcount={rows.length + 1} stickyHeader layout="fixed">
        <Table.Thead>
          <Table.Tr>
            {selected && onSelect && <SelectAll table={props} selected={selected} onSelect={onSelect} />}
            {columns.map(({ id, label: name, width, align, wide }) => (
              <Table.Th key={id} w={width} ta={align} visibleFrom={wide ? 'sm' : undefined}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Gap height={above} />
          {shown.map(({ index, key }) => (
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
            onChange={() => onSelect(toggleRow(selected, id))}
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

type VirtualRowSelection<Row> = {
  table: Props<Row>
  selected: ReadonlySet<string>
  onSelect: (ids: Set<string>) => void
}

function SelectAll<Row>({ table: { rows, rowId }, selected, onSelect }: VirtualRowSelection<Row>) {
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

const toggleRow = (ids: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

function useRowKeys<Row>({ rows, onOpen }: Props<Row>, virtual: Virtualizer<HTMLElement, Element>): number {
  const [active, setActive] = useState(-1)
  useEffect(() => {
    if (!onOpen) return
    const go = (to: number) => {
      setActive(to)
      virtual.scrollToIndex(to)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const busy = event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)
      if (busy || document.querySelector('[role=dialog]')) return
      if (event.key === 'j') go(Math.min(active + 1, rows.length - 1))
      if (event.key === 'k') go(Math.max(active - 1, 0))
      const onControl = event.target instanceof HTMLElement && event.target.closest('button, a')
      const row = rows[active]
      if (event.key === 'Enter' && row !== undefined && !onControl) onOpen(row)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [rows, onOpen, active, virtual])
  return active
}

import { type LinkOptions, useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { strings } from '#i18n/app.ts'
import classes from './DataTable.module.css'
import type { DataColumn } from './DataTable.tsx'

type Props<Row> = {
  row: Row
  id: string
  at: number
  columns: readonly DataColumn<Row>[]
  rowName?: (row: Row) => string
  linkOf?: (row: Row) => LinkOptions
  hrefOf?: (row: Row) => string
  active: boolean
  selected: boolean
  /** Absent if rows cannot be selected. */
  onToggle?: (id: string) => void
  onOpen?: (row: Row) => void
  /** Pixels, in a virtual table. */
  height?: number
  fixed?: boolean
  measure?: (row: HTMLElement | null) => void
}

/** Plain elements that look like Mantine's: with its components, a search of people took three times as much script time. */
export const DataTableRow = memo(function DataTableRow<Row>(props: Props<Row>) {
  const { row, id, at, columns, rowName, active, selected, onToggle, onOpen, height, fixed, measure } = props
  const virtual = height !== undefined
  return (
    <tr
      ref={measure}
      data-index={virtual ? at : undefined}
      aria-rowindex={virtual ? at + 2 : undefined}
      data-active={active || undefined}
      data-selected={selected || undefined}
      data-opens={onOpen ? true : undefined}
      data-fixed={fixed || undefined}
      className={classes.row}
      style={{ height }}
      onClick={onOpen && ((event) => isOnControl(event) || onOpen(row))}
    >
      {onToggle && (
        <td data-selects>
          <label className={classes.pick}>
            <input
              type="checkbox"
              className={classes.check}
              aria-label={strings.table.select(rowName?.(row) ?? id)}
              checked={selected}
              onChange={() => onToggle(id)}
            />
          </label>
        </td>
      )}
      {columns.map((column, nth) => {
        const Cell = column.rowHeader ? 'th' : 'td'
        return (
          <Cell
            key={column.id}
            scope={column.rowHeader ? 'row' : undefined}
            data-align={column.align}
            className={column.wide ? 'mantine-visible-from-sm' : undefined}
          >
            {nth === 0 && onOpen ? <RowOpener {...props} onOpen={onOpen} column={column} /> : column.cell(row)}
          </Cell>
        )
      })}
    </tr>
  )
}) as <Row>(props: Props<Row>) => ReactNode

/** Controls of a row, dialogs that a cell opens, and the whole cell of the checkbox do not open the row. */
function isOnControl({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true
  return target.closest('a, button, input, label, select, textarea, [role=button], [data-selects]') !== null
}

type OpenerProps<Row> = Props<Row> & { onOpen: (row: Row) => void; column: DataColumn<Row> }

/** The first cell opens the row for keyboards and screen readers; as a link it can open in a new tab. */
function RowOpener<Row>({ row, rowName, linkOf, hrefOf, onOpen, fixed, column }: OpenerProps<Row>) {
  const router = useRouter()
  const href = hrefOf?.(row) ?? (linkOf && router.buildLocation(linkOf(row)).href)
  if (href === undefined) {
    return (
      <button type="button" className={classes.opener} onClick={() => onOpen(row)}>
        {column.cell(row)}
      </button>
    )
  }
  const preload = () => void router.preloadRoute({ to: href })
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(row)
  }
  const link = (
    // A plain anchor: a router link in every row would rerender on every URL change.
    <a
      href={href}
      className={classes.opener}
      title={fixed ? rowName?.(row) : undefined}
      onClick={open}
      onMouseEnter={preload}
      onFocus={preload}
    >
      {column.cell(row)}
    </a>
  )
  if (!column.detail) return link
  return (
    <div className={classes.detailed}>
      {link}
      {column.detail(row)}
    </div>
  )
}

import { Button, Center, Skeleton, Table, Text } from '@mantine/core'
import { type LinkOptions, useNavigate } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, useCallback, useRef, useState } from 'react'
import { strings } from '#i18n/app.ts'
import classes from './DataTable.module.css'
import { DataTableFoot, DataTableHead } from './DataTableHead.tsx'
import { DataTableRow } from './DataTableRow.tsx'
import { LateHint } from './LateHint.tsx'
import { useRowKeys } from './useRowKeys.ts'
import { useVisibleRows, type Virtual } from './useVisibleRows.ts'

export type DataColumn<Row> = {
  id: string
  label: ReactNode
  cell: (row: Row) => ReactNode
  /** Content below the link of the first cell. */
  detail?: (row: Row) => ReactNode
  /** The field name that the server sorts by. */
  sort?: string
  /** CSS width; columns without one share the remaining space. */
  width?: string | number
  align?: 'right'
  /** Hidden on a phone. */
  wide?: boolean
  /** Its cells are the headings of the rows. */
  rowHeader?: boolean
  /** Shown below the column. */
  total?: ReactNode
}

type Props<Row> = {
  label: string
  columns: readonly DataColumn<Row>[]
  /** Undefined while the list is loading. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Name of a row in the labels of its controls. */
  rowName?: (row: Row) => string
  linkOf?: (row: Row) => LinkOptions
  /** Replaces `linkOf` in a long list, because the router is slow to build each link; needs `onOpen`. */
  hrefOf?: (row: Row) => string
  /** Called to open a row that has no page of its own. */
  onOpen?: (row: Row) => void
  /** Replaces a table without rows. */
  empty?: ReactNode
  /** `name` or `-name`, in the API's syntax. */
  sort?: string
  onSort?: (sort: string) => void
  selected?: ReadonlySet<string>
  onSelect?: (ids: Set<string>) => void
  /** The next page: loads on request, or while the user scrolls if the table is virtual. */
  more?: { has: boolean; loading: boolean; load: () => void }
  /** Renders only the rows in sight. */
  virtual?: Virtual
  /** A different value scrolls a virtual table to the top. */
  scrollKey?: string
  maxHeight?: number
  minWidth?: number
  /** All columns without a width are equally wide. */
  layout?: 'fixed'
  size?: 'xs'
}

/** Every list of rows: sorted, filtered and paginated by the server, or held in memory. J and K move, Enter opens a row. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowId, rowName, linkOf, hrefOf, selected, more, virtual, scrollKey } = props
  const [active, setActive] = useState(-1)
  const visible = useVisibleRows({ rows, rowId, virtual, scrollKey, more })
  const open = useOpen(props)
  const onToggle = useToggle(props)
  useRowKeys({
    count: open ? (rows?.length ?? 0) : 0,
    active,
    onMove: (at) => {
      setActive(at)
      visible.reveal(at)
    },
    onOpen: (at) => open?.(rows?.[at] as Row),
  })
  if (rows?.length === 0 && props.empty !== undefined) return <>{props.empty}</>
  const { above, below, indexes, measure } = visible
  const span = columns.length + (onToggle ? 1 : 0)
  const isInFrame = virtual !== undefined || props.maxHeight !== undefined
  return (
    <>
      <section
        ref={visible.frame}
        className={[classes.frame, virtual && classes.virtual, virtual?.fixedRows && classes.fixed]
          .filter(Boolean)
          .join(' ')}
        style={frameStyle(props)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach an element that scrolls
        tabIndex={0}
        aria-label={label}
      >
        <Table
          aria-label={label}
          aria-rowcount={virtual && rows && (more?.has ? -1 : rows.length + 1)}
          stickyHeader={isInFrame}
          layout={virtual ? 'fixed' : props.layout}
          fz={props.size}
          miw={props.minWidth}
        >
          <DataTableHead {...props} rows={rows ?? []} />
          <Table.Tbody>
            {!rows && <LoadingRows count={6} span={span} />}
            <Gap height={above} span={span} />
            {rows &&
              indexes.map((at) => {
                const row = rows[at] as Row
                const id = rowId(row)
                return (
                  <DataTableRow
                    key={id}
                    {...{ row, id, at, columns, rowName, linkOf, hrefOf, onToggle, measure }}
                    active={at === active}
                    selected={selected?.has(id) ?? false}
                    onOpen={open}
                    height={virtual?.rowHeight}
                    fixed={virtual?.fixedRows}
                  />
                )
              })}
            <Gap height={below} span={span} />
            {virtual && more?.loading && <LoadingRows count={1} span={span} label={strings.table.loadingMore} />}
          </Table.Tbody>
          <DataTableFoot columns={columns} />
        </Table>
      </section>
      <LateHint when={rows === undefined} />
      {!virtual && more?.has && (
        <Center>
          <Button variant="default" onClick={more.load} loading={more.loading}>
            {strings.table.more}
          </Button>
        </Center>
      )}
    </>
  )
}

const defaultHeight = 'max(20rem, calc(100dvh - 21rem))'

function frameStyle<Row>({ virtual, maxHeight }: Props<Row>): CSSProperties {
  if (!virtual) return { maxHeight }
  const { height = defaultHeight, fixedRows } = virtual
  return fixedRows ? { height } : { maxHeight: height }
}

/** A stable function, so that unchanged rows are not rerendered. */
function useOpen<Row>(props: Props<Row>): ((row: Row) => void) | undefined {
  const navigate = useNavigate()
  const latest = useRef(props)
  latest.current = props
  const open = useCallback(
    (row: Row) => {
      const { onOpen, linkOf } = latest.current
      if (onOpen) onOpen(row)
      else if (linkOf) void navigate(linkOf(row))
    },
    [navigate],
  )
  return props.onOpen || props.linkOf ? open : undefined
}

/** A stable function, so that unchanged rows are not rerendered. */
function useToggle<Row>(props: Props<Row>): ((id: string) => void) | undefined {
  const latest = useRef(props)
  latest.current = props
  const toggle = useCallback((id: string) => {
    const { selected, onSelect } = latest.current
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect?.(next)
  }, [])
  return props.selected && props.onSelect ? toggle : undefined
}

/** Takes the place of the rows that are not rendered. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  )
}

function LoadingRows({ count, span, label }: { count: number; span: number; label?: string }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <Table.Tr key={at}>
      <Table.Td colSpan={span} role={label && 'status'} aria-label={label}>
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

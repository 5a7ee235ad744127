import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'

export type Virtual = {
  /** Pixels. An estimate unless `fixedRows` is set. */
  rowHeight: number
  /** Every row has exactly `rowHeight`: the table measures none, and keeps its height if there are few rows. */
  fixedRows?: boolean
  /** CSS height of the part that scrolls. */
  height?: string
}

type Options<Row> = {
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Absent if the table renders all rows. */
  virtual: Virtual | undefined
  /** A different value scrolls to the top. */
  scrollKey: string | undefined
  /** Loads the next page when the user comes near the end. */
  more: { has: boolean; loading: boolean; load: () => void } | undefined
}

export type VisibleRows = {
  /** The element that scrolls. */
  frame: RefObject<HTMLElement | null>
  indexes: readonly number[]
  /** Pixels of the rows that are not rendered. */
  above: number
  below: number
  /** Measures the height of a rendered row; absent if there is nothing to measure. */
  measure?: ((row: HTMLElement | null) => void) | undefined
  reveal: (at: number) => void
}

const prefetchedRows = 30

/** Returns the rows to render: all of them, or those in sight if the table is virtual. */
export function useVisibleRows<Row>({ rows, rowId, virtual, scrollKey, more }: Options<Row>): VisibleRows {
  const frame = useRef<HTMLElement>(null)
  const count = rows?.length ?? 0
  const virtualizer = useVirtualizer({
    enabled: virtual !== undefined,
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => virtual?.rowHeight ?? 0,
    overscan: 5,
    getItemKey: (at) => rowId(rows?.[at] as Row),
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const isNearEnd = virtual !== undefined && last >= count - prefetchedRows
  const isDue = isNearEnd && more?.has === true && !more.loading
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `load` function is no reason to call it again
  useEffect(() => {
    if (isDue) more?.load()
  }, [isDue, count])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new key scrolls
  useEffect(() => {
    // Setting it to its current value would force an extra layout.
    if (frame.current && virtualizer.scrollOffset) frame.current.scrollTop = 0
  }, [scrollKey])
  if (!virtual) {
    const reveal = (at: number) =>
      frame.current?.querySelectorAll('tbody > tr')[at]?.scrollIntoView({ block: 'nearest' })
    return { frame, indexes: Array.from({ length: count }, (_, at) => at), above: 0, below: 0, reveal }
  }
  return {
    frame,
    indexes: items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtual.fixedRows ? undefined : virtualizer.measureElement,
    reveal: (at) => virtualizer.scrollToIndex(at),
  }
}

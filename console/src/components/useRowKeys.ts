import { useEffect, useRef, useState } from 'react'
import { isTextInput } from '../app/shell/Shortcuts.tsx'

type ListKeyHandlers = {
  /** J moves forward, K back. */
  move: (step: 1 | -1) => void
  /** Enter, unless the focus is on a button or a link. */
  open?: (() => void) | undefined
}

/** Handles J, K and Enter for a list, except while the user types or a dialog is open. */
export function useListKeys(handlers: ListKeyHandlers): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const busy = event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)
      if (busy || document.querySelector('[role=dialog]')) return
      if (event.key === 'j') latest.current.move(1)
      if (event.key === 'k') latest.current.move(-1)
      const onControl = event.target instanceof HTMLElement && event.target.closest('button, a')
      if (event.key === 'Enter' && !onControl) latest.current.open?.()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Returns the index of the row that the keyboard is on; -1 before the first key. `reveal` scrolls to a row. */
export function useRowKeys<Row>(
  rows: readonly Row[] | undefined,
  open: ((row: Row) => void) | undefined,
  reveal?: (at: number) => void,
): number {
  const [active, setActive] = useState(-1)
  // Two keys may arrive before the next render.
  const current = useRef(active)
  useListKeys({
    move: (step) => {
      if (!open || !rows || rows.length === 0) return
      current.current = Math.max(0, Math.min(current.current + step, rows.length - 1))
      setActive(current.current)
      reveal?.(current.current)
    },
    open: () => {
      const row = rows?.[current.current]
      if (row !== undefined) open?.(row)
    },
  })
  return active
}

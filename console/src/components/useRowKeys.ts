import { useEffect, useRef } from 'react'
import { isTextInput } from '../app/shell/Shortcuts.tsx'

type RowKeys = {
  /** Number of rows; the keys do nothing if it is 0. */
  count: number
  /** Index of the current row; -1 if there is none. */
  active: number
  /** J moves to the next row, K to the previous one. */
  onMove: (at: number) => void
  /** Enter opens the current row, unless the focus is on a button or a link. */
  onOpen?: ((at: number) => void) | undefined
}

/** Handles J, K and Enter for a list of rows, except while the user types or a dialog is open. */
export function useRowKeys(keys: RowKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const move = (step: 1 | -1) => {
      const { count, active, onMove } = latest.current
      if (count === 0) return
      const next = Math.max(0, Math.min(active + step, count - 1))
      // Two keys may arrive before the next render.
      latest.current = { ...latest.current, active: next }
      onMove(next)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const busy = event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)
      if (busy || document.querySelector('[role=dialog]')) return
      if (event.key === 'j') move(1)
      if (event.key === 'k') move(-1)
      const { count, active, onOpen } = latest.current
      const onControl = event.target instanceof HTMLElement && event.target.closest('button, a')
      if (event.key === 'Enter' && !onControl && active >= 0 && active < count) onOpen?.(active)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

import { useEffect, useState } from 'react'
import { isTextInput } from '../../../app/shell/Shortcuts.tsx'

/** J and K go through the rows, Enter opens the one they stand on. */
export function usePeopleRowKeys<Row>(
  rows: readonly Row[],
  onOpen: (row: Row) => void,
  reveal: (at: number) => void,
): number {
  const [active, setActive] = useState(-1)
  useEffect(() => {
    const go = (at: number) => {
      const next = Math.max(0, Math.min(at, rows.length - 1))
      setActive(next)
      reveal(next)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const busy = event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)
      if (busy || document.querySelector('[role=dialog]')) return
      if (event.key === 'j') go(active + 1)
      if (event.key === 'k') go(active - 1)
      const row = rows[active]
      const onControl = event.target instanceof HTMLElement && event.target.closest('button, a')
      if (event.key === 'Enter' && row !== undefined && !onControl) onOpen(row)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [rows, onOpen, reveal, active])
  return active
}

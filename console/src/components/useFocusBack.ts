import { useEffect, useRef } from 'react'

/** Gives the focus back to where it was when this opened, also to the button of a menu that has closed since. */
export function useRestoreFocus(opened: boolean): void {
  const from = useRef<() => HTMLElement | null>(undefined)
  if (opened) from.current ??= focusedElement()
  useEffect(() => {
    if (!opened) return
    return () => {
      const back = from.current
      from.current = undefined
      // After whatever else moves the focus: only one that is lost is given back.
      setTimeout(() => (document.activeElement ?? document.body) === document.body && back?.()?.focus(), 20)
    }
  }, [opened])
}

function focusedElement(): () => HTMLElement | null {
  const element = document.activeElement
  const menu = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return () => {
    if (menu) return document.getElementById(menu)
    return element instanceof HTMLElement && element.isConnected ? element : null
  }
}

import { type ReactNode, useEffect, useRef } from 'react'
import classes from './LinkTabs.module.css'

/** Tabs as links: each has its own URL, and Back returns to the previous tab. On a phone, the current one is in view. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!row.current || !current) return
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2
  })
  return (
    <nav ref={row} aria-label={label} className={classes.tabs}>
      {children}
    </nav>
  )
}

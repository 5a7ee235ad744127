import type { ReactNode } from 'react'
import classes from './LinkTabs.module.css'

/** Tabs as links: each has its own URL, and Back returns to the previous tab. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {children}
    </nav>
  )
}

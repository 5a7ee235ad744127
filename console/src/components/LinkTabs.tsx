import type { ReactNode } from 'react'
import classes from './LinkTabs.module.css'

/** The parts of an area, as links: each has an address of its own, and Back leads to the one before. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {children}
    </nav>
  )
}

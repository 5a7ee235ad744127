import type { ReactNode } from 'react'
import classes from './FormActions.module.css'

/** The buttons of a form or a dialog: cancel first, the main action last; on a phone, at the bottom of the sheet. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}

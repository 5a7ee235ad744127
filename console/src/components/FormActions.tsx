import type { ReactNode } from 'react'
import classes from './FormActions.module.css'

/** The buttons of a form or a dialog: cancel first, the main action last; on a phone, at the bottom of the sheet. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <div className={classes.actions} data-sticky>
      {children}
    </div>
  )
}

/** The buttons of a page that is a step of several: back at the left, the next step at the right; on a phone, at the bottom. */
export function StepActions({ back, children }: { back?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.step} data-sticky>
      <div className={classes.back}>{back}</div>
      {children}
    </div>
  )
}

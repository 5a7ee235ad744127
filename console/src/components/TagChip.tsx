import type { ReactNode } from 'react'
import classes from './Chip.module.css'

export type TagChipColor = 'blue' | 'cyan' | 'grape' | 'gray' | 'green' | 'red' | 'yellow'
type Props = { tone?: TagChipColor; title?: string; whole?: boolean; children: ReactNode }

/**
 * A word in a frame, with the looks of a badge of Mantine but plain elements: a table draws many at a time.
 * Without a tone it is plain; a whole one is never cut.
 */
export function TagChip({ tone, title, whole, children }: Props) {
  return (
    <span className={whole ? `${classes.chip} ${classes.whole}` : classes.chip} data-tone={tone} title={title}>
      <span className={classes.label}>{children}</span>
    </span>
  )
}

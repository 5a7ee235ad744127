import type { ReactNode } from 'react'
import classes from './Chip.module.css'

export type TagChipColor = 'blue' | 'cyan' | 'grape' | 'gray' | 'green' | 'red' | 'yellow'
type Props = { tone?: TagChipColor; title?: string; whole?: boolean; children: ReactNode }

/**
 * A label that looks like a Mantine badge but uses plain elements, because tables render many at a time. Neutral
 * without a tone; `whole` prevents truncation.
 */
export function TagChip({ tone, title, whole, children }: Props) {
  return (
    <span className={whole ? `${classes.chip} ${classes.whole}` : classes.chip} data-tone={tone} title={title}>
      <span className={classes.label}>{children}</span>
    </span>
  )
}

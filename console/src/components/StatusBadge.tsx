import type { ReactNode } from 'react'
import classes from './Chip.module.css'

const green = [
  'active',
  'sent',
  'delivered',
  'read',
  'passed',
  'completed',
  'ready',
  'granted',
  'booked',
  'connected',
  'optedIn',
]
const red = ['failed', 'error', 'denied', 'revoked', 'optedOut', 'broken', 'deactivated']
const yellow = ['actionrequired', 'paused', 'warning', 'pending', 'suppressed', 'expired', 'waiting']
const blue = ['running', 'provisioning', 'requested', 'queued', 'staged', 'scheduled', 'claimed', 'staging']

/** A status by name; the color only repeats the text. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  return (
    <TagChip tone={toneOf(status)} whole>
      {label ?? status}
    </TagChip>
  )
}

function toneOf(status: string): TagChipColor {
  const word = status.toLowerCase()
  const holds = (list: readonly string[]) => list.some((one) => one.toLowerCase() === word)
  if (holds(green)) return 'green'
  if (holds(red)) return 'red'
  if (holds(yellow)) return 'yellow'
  return holds(blue) ? 'blue' : 'gray'
}

type TagChipColor = 'blue' | 'cyan' | 'grape' | 'gray' | 'green' | 'red' | 'yellow'
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

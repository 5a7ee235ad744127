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
    <TagChip tone={toneOf(status)} whole status>
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
type Props = { tone?: TagChipColor; title?: string; whole?: boolean; status?: boolean; children: ReactNode }

/**
 * A label that looks like a Mantine badge but uses plain elements, because tables render many at a time. Neutral
 * without a tone; `whole` prevents truncation, and `status` begins it with a capital.
 */
export function TagChip({ tone, title, whole, status, children }: Props) {
  const names = [classes.chip, whole && classes.whole, status && classes.status].filter(Boolean).join(' ')
  return (
    <span className={names} data-tone={tone} title={title}>
      <span className={classes.label}>{children}</span>
    </span>
  )
}

import { TagChip, type TagChipColor } from './TagChip.tsx'

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

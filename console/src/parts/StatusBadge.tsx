import { Badge } from '@mantine/core'

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

/** A state by its own name; the colour only repeats what the word says. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  const color = colorOf(status)
  // The text of light badges is too bright for small letters: 4.5 to 1 needs a darker one.
  const text = `light-dark(color-mix(in srgb, var(--mantine-color-${color}-9) 65%, black), var(--mantine-color-${color}-2))`
  return (
    <Badge variant="light" color={color} c={text} tt="none" autoContrast={false} miw="max-content">
      {label ?? status}
    </Badge>
  )
}

function colorOf(status: string): string {
  const word = status.toLowerCase()
  const holds = (list: readonly string[]) => list.some((one) => one.toLowerCase() === word)
  if (holds(green)) return 'green'
  if (holds(red)) return 'red'
  if (holds(yellow)) return 'yellow'
  return holds(blue) ? 'blue' : 'gray'
}

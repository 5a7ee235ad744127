import { IconCheck, IconChecks, IconClock, IconExclamationCircle } from '@tabler/icons-react'
import { strings } from '#i18n/handset.ts'
import type { BubbleDeliveryState } from './bubble.ts'
import styles from './handset.module.css'

const icons = {
  pending: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconExclamationCircle,
}

/** How far a message has come; the colour only repeats the word. */
export function Ticks({ state, error }: { state: BubbleDeliveryState; error?: string }) {
  const Icon = icons[state]
  return (
    <span className={styles.ticks} data-state={state}>
      <Icon size={14} aria-hidden />
      {strings.delivery[state]}
      {error && `: ${error}`}
    </span>
  )
}

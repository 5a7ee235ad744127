import type { ChipView } from '@parley/amf'
import { IconCalendarPlus, IconCurrentLocation, IconExternalLink, IconMap, IconPhone } from '@tabler/icons-react'
import { strings } from '#i18n/handset.ts'
import styles from './handset.module.css'
import { safeLinkUrl } from './safe-urls.ts'

const icons = {
  url: IconExternalLink,
  dial: IconPhone,
  calendar: IconCalendarPlus,
  viewLocation: IconMap,
  shareLocation: IconCurrentLocation,
} as const

type Props = { chips: readonly ChipView[]; onTap?: (chip: ChipView) => void }

export function Chips({ chips, onTap }: Props) {
  if (chips.length === 0) return null
  return (
    <div className={styles.chips}>
      {chips.map((chip) => (
        <Chip key={chip.tap} chip={chip} onTap={onTap} />
      ))}
    </div>
  )
}

function Chip({ chip, onTap }: { chip: ChipView; onTap?: (chip: ChipView) => void }) {
  const Icon = chip.kind === 'reply' ? undefined : icons[chip.kind]
  const inside = (
    <>
      {Icon && <Icon size={14} aria-hidden />}
      <span dir="auto">{chip.label || strings.sendLocation}</span>
    </>
  )
  if (onTap) {
    return (
      <button type="button" className={styles.chip} onClick={() => onTap(chip)}>
        {inside}
      </button>
    )
  }
  const address = safeLinkUrl(chip.url ?? (chip.phone && `tel:${chip.phone.replace(/[^\d+]/g, '')}`))
  if (!address) return <span className={styles.chip}>{inside}</span>
  return (
    <a className={styles.chip} href={address} target="_blank" rel="noreferrer">
      {inside}
    </a>
  )
}

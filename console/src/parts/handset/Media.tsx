import { IconMapPin, IconPaperclip } from '@tabler/icons-react'
import { words } from '#words/handset.ts'
import { linkAddress, pictureAddress } from './address.ts'
import type { MediaView, PlaceView } from './bubble.ts'
import styles from './handset.module.css'

export function Media({ file: { url, kind, name } }: { file: MediaView }) {
  const safe = pictureAddress(url)
  if (safe && kind === 'image') {
    return (
      <img
        className={styles.picture}
        src={safe}
        alt={name ?? words.picture}
        loading="lazy"
        referrerPolicy="no-referrer"
      />
    )
  }
  if (safe && kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what an agent sends has none
      <video className={styles.picture} src={safe} controls preload="none" aria-label={name ?? words.video} />
    )
  }
  // biome-ignore lint/a11y/useMediaCaption: what an agent sends has none
  if (safe && kind === 'audio') return <audio src={safe} controls preload="none" aria-label={name ?? words.audio} />
  const address = linkAddress(url)
  return (
    <span className={styles.file}>
      <IconPaperclip size={16} aria-hidden />
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {name ?? url}
        </a>
      ) : (
        <span>{name ?? url}</span>
      )}
    </span>
  )
}

export function Place({ place: { name, address, latitude, longitude } }: { place: PlaceView }) {
  const where = [name, address].filter(Boolean).join(', ')
  const known = latitude !== undefined && longitude !== undefined
  return (
    <span className={styles.file}>
      <IconMapPin size={16} aria-hidden />
      <span>{where || (known ? `${latitude}, ${longitude}` : '')}</span>
    </span>
  )
}

import { IconMapPin, IconPaperclip } from '@tabler/icons-react'
import { strings } from '#i18n/handset.ts'
import type { LocationView, MediaView } from './bubble.ts'
import styles from './handset.module.css'
import { safeImageUrl, safeLinkUrl } from './safe-urls.ts'

export function MediaAttachment({ file: { url, kind, name } }: { file: MediaView }) {
  const safe = safeImageUrl(url)
  if (safe && kind === 'image') {
    return (
      <img
        className={styles.picture}
        src={safe}
        alt={name ?? strings.picture}
        loading="lazy"
        referrerPolicy="no-referrer"
      />
    )
  }
  if (safe && kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: files that agents send have no captions
      <video className={styles.picture} src={safe} controls preload="none" aria-label={name ?? strings.video} />
    )
  }
  // biome-ignore lint/a11y/useMediaCaption: files that agents send have no captions
  if (safe && kind === 'audio') return <audio src={safe} controls preload="none" aria-label={name ?? strings.audio} />
  const address = safeLinkUrl(url)
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

export function LocationLink({ location: { name, address, latitude, longitude } }: { location: LocationView }) {
  const where = [name, address].filter(Boolean).join(', ')
  const known = latitude !== undefined && longitude !== undefined
  return (
    <span className={styles.file}>
      <IconMapPin size={16} aria-hidden />
      <span>{where || (known ? `${latitude}, ${longitude}` : '')}</span>
    </span>
  )
}

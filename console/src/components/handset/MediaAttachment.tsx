import type { MediaView, PlaceView } from '@parley/amf'
import { IconMapPin, IconPaperclip } from '@tabler/icons-react'
import { strings } from '#i18n/handset.ts'
import styles from './handset.module.css'
import { safeImageUrl, safeLinkUrl } from './safe-urls.ts'

export function MediaAttachment({ file: { url, kind, name, alt } }: { file: MediaView }) {
  const safe = safeImageUrl(url)
  if (safe && kind === 'image') {
    return (
      <img
        className={styles.picture}
        src={safe}
        alt={alt ?? strings.picture}
        loading="lazy"
        referrerPolicy="no-referrer"
      />
    )
  }
  if (safe && kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: files that agents send have no captions
      <video className={styles.picture} src={safe} controls preload="none" aria-label={alt ?? strings.video} />
    )
  }
  // biome-ignore lint/a11y/useMediaCaption: files that agents send have no captions
  if (safe && kind === 'audio') return <audio src={safe} controls preload="none" aria-label={alt ?? strings.audio} />
  const address = safeLinkUrl(url)
  return (
    <span className={styles.file}>
      <IconPaperclip size={16} aria-hidden />
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {alt ?? name}
        </a>
      ) : (
        <span>{alt ?? name}</span>
      )}
    </span>
  )
}

export function PlaceLabel({ place: { name, address, latitude, longitude } }: { place: PlaceView }) {
  const where = [name, address].filter(Boolean).join(', ')
  return (
    <span className={styles.file}>
      <IconMapPin size={16} aria-hidden />
      <span>{where || `${latitude}, ${longitude}`}</span>
    </span>
  )
}

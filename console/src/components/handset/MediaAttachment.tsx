import type { MediaView, PlaceView } from '@parley/amf'
import { IconMapPinFilled, IconPaperclip, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/handset.ts'
import styles from './handset.module.css'
import { safeImageUrl, safeLinkUrl } from './safe-urls.ts'

export function MediaAttachment({ file: { url, kind, name, alt } }: { file: MediaView }) {
  const safe = safeImageUrl(url)
  if (safe && kind === 'image')
    return <MessagePicture url={url} className={styles.picture} alt={alt ?? strings.picture} />
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
    <>
      <span className={styles.map} aria-hidden="true">
        <IconMapPinFilled size={28} />
      </span>
      <span dir="auto">{where || `${latitude}, ${longitude}`}</span>
    </>
  )
}

type Props = {
  url: string | undefined
  className: string | undefined
  /** Default: the picture is decoration, which screen readers skip. */
  alt?: string
}

/** A picture of a message. If it does not load, its place shows that, with its description. */
export function MessagePicture({ url, className = '', alt = '' }: Props) {
  const [isMissing, setMissing] = useState(false)
  const source = safeImageUrl(url)
  if (!source) return null
  if (isMissing) {
    return (
      <span className={`${className} ${styles.missing}`} aria-hidden={alt === '' || undefined}>
        <IconPhotoOff size={20} aria-hidden />
        {alt}
      </span>
    )
  }
  return (
    <img
      className={className}
      src={source}
      alt={alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setMissing(true)}
    />
  )
}

import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './handset.module.css'
import { safeImageUrl } from './safe-urls.ts'

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
